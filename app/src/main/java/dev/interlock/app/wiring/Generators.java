package dev.interlock.app.wiring;

import dev.interlock.app.config.Settings;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.engine.EngineReader;
import dev.interlock.runtime.engine.HttpEngineReader;
import dev.interlock.runtime.engine.StateBook;
import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.DirectUpstream;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.Upstream;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/// The engines of generating routes: ways to them, and what they say of themselves.
final class Generators implements AutoCloseable {
  private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
  private final List<EngineHttp> questions = new ArrayList<>();
  private final Settings settings;
  private final StateBook states;

  Generators(Settings settings, Vertx vertx, Running.Time time, Executor threads) {
    this.settings = settings;
    var routes = new LinkedHashMap<String, Route>();
    settings.config().profilesByName().values().stream()
        .flatMap(profile -> profile.tiers().stream())
        .flatMap(tier -> tier.routes().stream())
        .forEach(route -> routes.put(route.name(), route));
    var readers = new LinkedHashMap<String, EngineReader>();
    for (var route : routes.values()) {
      if (route.engine().dialect().tellsState()) {
        readers.put(route.name(), reader(route, vertx, time));
      }
    }
    this.states = new StateBook(readers, time.scheduler(), threads);
    for (var route : routes.values()) {
      var listener = new Lost(route.name(), states);
      upstreams.put(
          route.name(), new DirectUpstream(vertx, time.ticker(), endpoint(route), listener));
    }
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

  StateBook states() {
    return states;
  }

  @Override
  public void close() {
    upstreams.values().forEach(Upstream::close);
    questions.forEach(EngineHttp::close);
  }
}
