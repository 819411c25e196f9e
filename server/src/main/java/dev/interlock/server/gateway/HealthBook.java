package dev.interlock.server.gateway;

import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Health;
import dev.interlock.core.profile.Planner;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// What is known of the routes now. Written on the event loop, read from any thread.
final class HealthBook implements Planner.Known {
  private final Map<String, Health> byRoute = new ConcurrentHashMap<>();
  private final Function<Route, Optional<EngineState>> states;

  HealthBook(Function<Route, Optional<EngineState>> states) {
    this.states = states;
  }

  @Override
  public Health health(Route route) {
    return byRoute.getOrDefault(route.name(), Health.GOOD);
  }

  @Override
  public Optional<EngineState> state(Route route) {
    return states.apply(route);
  }

  void answered(Route route) {
    byRoute.remove(route.name());
  }

  void failed(Route route, Fault fault, long nowNanos) {
    byRoute.put(route.name(), health(route).failed(fault, nowNanos));
  }

  void cooling(Route route, Duration asked, long nowNanos) {
    byRoute.put(route.name(), health(route).cooling(asked, nowNanos));
  }
}
