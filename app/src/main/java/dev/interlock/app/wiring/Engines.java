package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.RoleConfig;
import dev.interlock.app.config.Settings;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.profile.Limits;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.time.Ticker;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.engine.HttpEngineReader;
import dev.interlock.runtime.gate.Trial;
import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.runtime.upstream.HttpEmbeddingClient;
import dev.interlock.runtime.upstream.ModelNames;
import dev.interlock.runtime.upstream.Offered;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/// Makes the engines that the settings name: an outlet for each route that a role uses.
final class Engines {
  private final Settings settings;
  private final Vertx vertx;
  private final Ticker clocks;
  private final Accounts accounts;
  private final Path unpacked;
  private final Losses losses;

  /// Makers of engines for these settings.
  ///
  /// @param unpacked where the embedded encoder unpacks its native code
  /// @param losses told of engines that may have become others, on an event loop
  Engines(Settings settings, Around around, Path unpacked, Losses losses) {
    this.settings = settings;
    this.vertx = around.vertx();
    this.clocks = around.clocks();
    this.accounts = around.accounts();
    this.unpacked = unpacked;
    this.losses = losses;
  }

  /// What they work with.
  record Around(Vertx vertx, Ticker clocks, Accounts accounts) {}

  /// The plan of each table's role; a role that is not configured has no route.
  PerTable<RolePlan> plans() {
    return plans(settings.config());
  }

  /// The same of any configuration.
  static PerTable<RolePlan> plans(Config config) {
    return PerTable.of(table -> plan(config, table.role()));
  }

  private static RolePlan plan(Config config, Role role) {
    var settings =
        Optional.ofNullable(config.roles().get(role))
            .orElseGet(
                () -> new RoleConfig(Policy.AGGREGATE, List.of(), OptionalInt.empty(), "", ""));
    return new RolePlan(
        role,
        settings.policy(),
        config.routesOf(role),
        settings.dimension(),
        settings.documentPrefix(),
        settings.queryPrefix());
  }

  /// An outlet for each route, by its name.
  Map<String, Outlet> outlets() {
    var outlets = new LinkedHashMap<String, Outlet>();
    for (var role : Role.values()) {
      for (var route : settings.config().routesOf(role)) {
        outlets.computeIfAbsent(route.name(), _ -> outlet(route));
      }
    }
    return outlets;
  }

  private Outlet outlet(Route route) {
    if (route.name().equals(Route.EMBEDDED)) {
      var encoder = EmbeddedEncoder.open(unpacked);
      return new Outlet(route, encoder, encoder.counter());
    }
    if (route.account().isPresent()) {
      return byAccount(route, route.account().get());
    }
    return byUrl(route, settings.limitsOf(route), settings.keyOf(route), losses);
  }

  /// Under the account's permits; such an API says nothing of itself that would be read.
  private Outlet byAccount(Route route, String account) {
    var endpoint =
        Endpoint.of(URI.create(route.host()), route.model())
            .pinned(route.pin())
            .with(HostKey.none("push another to account " + account));
    var way = accounts.way(route, account, Limits.DEFAULT.permit());
    var http = new EngineHttp(vertx, clocks, endpoint, way);
    var client = new HttpEmbeddingClient(http, route.engine().dialect());
    return new Outlet(route, client, TokenCounter.estimate());
  }

  private Outlet byUrl(Route route, Endpoint.Limits limits, HostKey key, Losses told) {
    var url = URI.create(route.host());
    var endpoint = new Endpoint(url, route.model(), route.pin(), limits, key);
    var http = new EngineHttp(vertx, clocks, endpoint, new LossListener(route.name(), told));
    var dialect = route.engine().dialect();
    return new Outlet(
        route,
        new HttpEmbeddingClient(http, dialect),
        TokenCounter.estimate(),
        new HttpEngineReader(http, dialect));
  }

  /// Ways to servers that the configuration does not name, for a trial.
  Trial.Ways strangers() {
    return new Strangers(this, new ModelNames(vertx, clocks));
  }

  /// A stranger's connections are nobody's business.
  private record Strangers(Engines engines, ModelNames models) implements Trial.Ways {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final Duration LIST = Duration.ofSeconds(5);

    @Override
    public Outlet outlet(Route route) {
      var limits = new Endpoint.Limits(LIST, ANSWER, ANSWER);
      var key = engines.settings.keyAt(URI.create(route.host()));
      return engines.byUrl(route, limits, key, new Untold());
    }

    @Override
    public CompletableFuture<Offered> offered(URI url) {
      return models.of(url, engines.settings.keyAt(url), LIST);
    }
  }

  private static final class Untold implements Losses {
    @Override
    public void lost(String route) {}

    @Override
    public void idle(String route) {}
  }

  /// Hears of engines that may have become others, on an event loop.
  interface Losses {
    /// A call broke or found nobody.
    void lost(String route);

    /// An idle connection was closed.
    void idle(String route);
  }

  /// Tells which route's engine was lost.
  private record LossListener(String route, Losses losses) implements ConnectionListener {
    @Override
    public void lost(Loss how) {
      switch (how) {
        case REFUSED, IN_USE -> losses.lost(route);
        case IDLE -> losses.idle(route);
      }
    }

    @Override
    public void connectedAgain() {}
  }
}
