package dev.interlock.app.wiring;

import dev.interlock.app.config.ChatApi;
import dev.interlock.app.config.Settings;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.engine.CheckUps;
import dev.interlock.runtime.engine.EngineReader;
import dev.interlock.runtime.engine.HttpEngineReader;
import dev.interlock.runtime.engine.StateBook;
import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.DirectUpstream;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.OllamaUpstream;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.gateway.ChatGateway;
import io.vertx.core.Vertx;
import java.net.URI;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The engines of generating routes: ways to them, and what they say of themselves.
final class Generators implements ChatGateway.Engines, AutoCloseable {
  private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
  private final List<EngineHttp> questions = new ArrayList<>();
  private final RandomGenerator random = new SecureRandom();
  private final Settings settings;
  private final StateBook states;
  private final CheckUps checkUps;

  Generators(Settings settings, Vertx vertx, Running.Time time, Executor threads) {
    this.settings = settings;
    var routes = new LinkedHashMap<String, Route>();
    settings.config().profilesByName().values().stream()
        .flatMap(profile -> profile.tiers().stream())
        .flatMap(tier -> tier.routes().stream())
        .forEach(route -> routes.put(route.name(), route));
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
    for (var route : routes.values()) {
      var listener = new Lost(route.name(), states);
      var endpoint = endpoint(route);
      upstreams.put(
          route.name(),
          settings.config().chatApi(route.name()) == ChatApi.NATIVE
              ? new OllamaUpstream(
                  DirectUpstream.ofRoot(vertx, time.ticker(), endpoint, listener), this::answerId)
              : new DirectUpstream(vertx, time.ticker(), endpoint, listener));
    }
  }

  private String answerId() {
    return "chatcmpl-" + HexFormat.of().toHexDigits(random.nextLong());
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

  /// A way to each route, by its name.
  Map<String, Upstream> upstreams() {
    return upstreams;
  }

  @Override
  public Optional<EngineState> state(Route route) {
    return states.of(route);
  }

  @Override
  public void howIs(Route route, Consumer<EngineHealth> told) {
    checkUps.ask(route, told);
  }

  @Override
  public void close() {
    upstreams.values().forEach(Upstream::close);
    questions.forEach(EngineHttp::close);
  }
}
