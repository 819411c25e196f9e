package dev.interlock.app.wiring;

import dev.interlock.app.config.ChatApi;
import dev.interlock.app.config.Settings;
import dev.interlock.core.money.Price;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.engine.CheckUps;
import dev.interlock.runtime.engine.EngineReader;
import dev.interlock.runtime.engine.HttpEngineReader;
import dev.interlock.runtime.engine.StateBook;
import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.DirectUpstream;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.runtime.upstream.OllamaUpstream;
import dev.interlock.runtime.upstream.RerankClient;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.profiles.ProfileBook;
import io.vertx.core.Vertx;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The engines of the profiles: ways to them, and what they say of themselves.
final class Generators implements ProfileBook.Engines, AutoCloseable {
  private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
  private final Map<String, Upstream> ways = new HashMap<>();
  private final Map<String, RerankClient> rerankers = new HashMap<>();
  private final List<EngineHttp> questions = new ArrayList<>();
  private final RandomGenerator random = new SecureRandom();
  private final Settings settings;
  private final Accounts accounts;
  private final Desks desks;
  private final StateBook states;
  private final CheckUps checkUps;

  Generators(Settings settings, Vertx vertx, Around around) {
    this.settings = settings;
    this.accounts = around.accounts();
    this.desks = around.desks();
    var time = around.time();
    var threads = around.threads();
    var profiles = settings.config().profilesByName().values();
    var routes = new LinkedHashMap<String, Route>();
    profiles.forEach(
        profile ->
            routesOf(profile).stream()
                .filter(route -> route.account().isEmpty())
                .forEach(r -> routes.put(r.name(), r)));
    var readers = new LinkedHashMap<String, EngineReader>();
    for (var route : routes.values()) {
      readers.put(route.name(), reader(route, vertx, time));
    }
    this.checkUps = new CheckUps(readers, threads);
    var telling = new LinkedHashMap<>(readers);
    routes.values().stream()
        .filter(route -> !route.engine().dialect().tellsState())
        .forEach(route -> telling.remove(route.name()));
    this.states = new StateBook(telling, time.scheduler(), threads);
    for (var account : settings.config().accountsByName().values()) {
      around
          .clouds()
          .to(account, vertx, time.ticker())
          .ifPresent(way -> ways.put(account.name(), way));
    }
    for (var profile : profiles) {
      for (var route : routesOf(profile)) {
        switch (profile.kind()) {
          case GENERATE -> upstreams.computeIfAbsent(route.name(), _ -> chats(route, vertx, time));
          case RERANK -> rerankers.put(key(profile, route), reranks(profile, route, vertx, time));
        }
      }
    }
  }

  /// What they work with.
  ///
  /// @param clouds ways to accounts past the sidecar
  record Around(
      Running.Time time, Executor threads, Accounts accounts, Desks desks, Clouds clouds) {}

  private static List<Route> routesOf(Profile profile) {
    return profile.tiers().stream().flatMap(tier -> tier.routes().stream()).toList();
  }

  private Upstream chats(Route route, Vertx vertx, Running.Time time) {
    if (route.account().isPresent()) {
      var account = route.account().get();
      return Optional.ofNullable(ways.get(account))
          .orElseGet(() -> accounts.upstream(route, account));
    }
    var endpoint = endpoint(route);
    var lost = new Lost(route.name(), states);
    return settings.config().chatApi(route.name()) == ChatApi.NATIVE
        ? new OllamaUpstream(
            DirectUpstream.ofRoot(vertx, time.ticker(), endpoint, lost), this::answerId)
        : new DirectUpstream(vertx, time.ticker(), endpoint, lost);
  }

  private String answerId() {
    return "chatcmpl-" + HexFormat.of().toHexDigits(random.nextLong());
  }

  /// A way of the profile's own, since how long a connection may take is its word.
  private RerankClient reranks(Profile profile, Route route, Vertx vertx, Running.Time time) {
    var limits = profile.patience().limits();
    if (route.account().isPresent()) {
      return reranksByAccount(profile, route, vertx, time);
    }
    var endpoint =
        new Endpoint(
            URI.create(route.host()),
            route.model(),
            Optional.empty(),
            new Endpoint.Limits(limits.connect(), limits.total(), limits.total()),
            settings.keyOf(route));
    var lost = new Lost(route.name(), states);
    return new RerankClient(
        new EngineHttp(vertx, time.ticker(), endpoint, lost), route.engine().dialect());
  }

  private RerankClient reranksByAccount(
      Profile profile, Route route, Vertx vertx, Running.Time time) {
    var account = route.account().orElseThrow();
    var endpoint =
        Endpoint.of(URI.create(route.host()), route.model())
            .pinned(route.pin())
            .with(HostKey.none("push another to account " + account));
    var way = accounts.way(route, account, profile.patience().limits().permit());
    var http = new EngineHttp(vertx, time.ticker(), endpoint, way);
    return new RerankClient(http, route.engine().dialect());
  }

  private static String key(Profile profile, Route route) {
    return profile.name() + ' ' + route.name();
  }

  private EngineReader reader(Route route, Vertx vertx, Running.Time time) {
    var http = new EngineHttp(vertx, time.ticker(), endpoint(route), ConnectionListener.NONE);
    questions.add(http);
    return new HttpEngineReader(http, route.engine().dialect());
  }

  private Endpoint endpoint(Route route) {
    return Endpoint.of(URI.create(route.host()), route.model()).with(settings.keyOf(route));
  }

  private record Lost(String route, StateBook states) implements ConnectionListener {
    @Override
    public void lost(Loss how) {
      states.lost(route);
    }

    @Override
    public void connectedAgain() {}
  }

  /// A way to each route that generates, by its name.
  Map<String, Upstream> upstreams() {
    return upstreams;
  }

  /// The way that a profile of kind `rerank` has to one of its routes.
  RerankClient reranker(Profile profile, Route route) {
    return Optional.ofNullable(rerankers.get(key(profile, route)))
        .orElseThrow(() -> new IllegalStateException("no way to route " + route.name()));
  }

  @Override
  public Optional<EngineState> state(Route route) {
    return states.of(route);
  }

  @Override
  public Optional<String> unread(Route route) {
    return states.unread(route);
  }

  @Override
  public Optional<Plan.Bar> bar(Route route, Duration patience) {
    if (route.account().isEmpty()) {
      return ProfileBook.Engines.super.bar(route, patience);
    }
    return ways.containsKey(route.account().get())
        ? desks.bar(route, patience)
        : accounts.bar(route, patience).or(() -> desks.spent(route));
  }

  @Override
  public void howIs(Route route, Consumer<EngineHealth> told) {
    checkUps.ask(route, told);
  }

  /// Where calls on accounts get leave, by account.
  Map<String, Desk> desks() {
    return desks.all();
  }

  /// What a route's model costs now on its account; empty where nobody knows.
  Optional<Price> price(Route route) {
    return route.account().flatMap(account -> desks.prices().of(account, route.model()));
  }

  @Override
  public void close() {
    upstreams.values().forEach(Upstream::close);
    rerankers.values().forEach(RerankClient::close);
    questions.forEach(EngineHttp::close);
  }
}
