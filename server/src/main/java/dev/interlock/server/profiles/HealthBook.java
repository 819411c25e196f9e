package dev.interlock.server.profiles;

import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Health;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Planner;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// What is known of the routes now. The engine of a route that rests is asked how it is, so that no
/// caller has to find out by a request of their own.
///
/// Thread: any; nothing blocks.
final class HealthBook implements Planner.Known {
  private static final Duration FIRST_LOOK = Duration.ofSeconds(2);
  private static final Duration NEXT_LOOK = Duration.ofSeconds(5);

  private final Map<String, Health> byRoute = new ConcurrentHashMap<>();
  private final Map<String, Checked> checks = new ConcurrentHashMap<>();
  private final Set<String> lookedAfter = ConcurrentHashMap.newKeySet();
  private final ProfileBook.Engines engines;
  private final ProfileBook.Time time;

  /// A check and what it was made of.
  private record Checked(Optional<EngineState> state, ModelCheck check) {}

  HealthBook(ProfileBook.Engines engines, ProfileBook.Time time) {
    this.engines = engines;
    this.time = time;
  }

  @Override
  public Health health(Route route) {
    return byRoute.getOrDefault(route.name(), Health.GOOD);
  }

  @Override
  public Optional<EngineState> state(Route route) {
    return engines.state(route);
  }

  @Override
  public Optional<Plan.Bar> bar(Route route, Duration patience) {
    return engines.bar(route, patience);
  }

  @Override
  public Optional<String> unread(Route route) {
    return engines.unread(route);
  }

  /// Made anew only when the engine says something else: every request asks for it.
  @Override
  public ModelCheck check(Route route, Optional<EngineState> state) {
    var ready = Optional.ofNullable(checks.get(route.name())).filter(c -> c.state().equals(state));
    if (ready.isPresent()) {
      return ready.get().check();
    }
    var check = ModelCheck.of(route, state);
    checks.put(route.name(), new Checked(state, check));
    return check;
  }

  void answered(Route route) {
    byRoute.remove(route.name());
  }

  void failed(Route route, Fault fault, long nowNanos) {
    step(route, health -> health.failed(fault, nowNanos));
    lookAfter(route, FIRST_LOOK);
  }

  void cooling(Route route, Duration asked, long nowNanos) {
    step(route, health -> health.cooling(asked, nowNanos));
  }

  private void step(Route route, UnaryOperator<Health> step) {
    byRoute.compute(
        route.name(), (_, old) -> step.apply(Optional.ofNullable(old).orElse(Health.GOOD)));
  }

  private void lookAfter(Route route, Duration delay) {
    if (rests(route) && lookedAfter.add(route.name())) {
      time.scheduler().after(delay, () -> look(route));
    }
  }

  private void look(Route route) {
    if (rests(route)) {
      engines.howIs(route, how -> seen(route, how));
    } else {
      lookedAfter.remove(route.name());
      // It may have failed again before that was said.
      lookAfter(route, FIRST_LOOK);
    }
  }

  private void seen(Route route, EngineHealth how) {
    step(route, health -> health.seen(how, time.ticker().nanos()));
    lookedAfter.remove(route.name());
    lookAfter(route, NEXT_LOOK);
  }

  private boolean rests(Route route) {
    return health(route).resting(time.ticker().nanos());
  }
}
