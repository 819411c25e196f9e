package dev.interlock.server.gateway;

import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.Ledger;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Planner;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.http.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What all exchanges share. Owner thread: the event loop, except for [#plan], [#profile], [#check]
/// and [#unknown], which any thread may call.
final class GatewayParts {
  private final Map<String, Profile> profiles;
  private final Map<String, Upstream> upstreams;
  private final Map<String, byte[]> models = new HashMap<>();
  private final Map<String, ModelCheck> checks = new ConcurrentHashMap<>();
  private final ChatGateway.Time time;
  private final Ledger ledger;
  private final HealthBook known;
  private final Sweep sweep;

  GatewayParts(ChatGateway.Setup setup) {
    this.profiles = new LinkedHashMap<>(setup.profiles());
    this.upstreams = Map.copyOf(setup.upstreams());
    this.time = setup.time();
    this.ledger = setup.ledger();
    this.known = new HealthBook(setup.engines(), time);
    this.sweep = new Sweep(time.ticker(), time.scheduler());
    profiles.values().stream()
        .flatMap(profile -> profile.tiers().stream())
        .flatMap(tier -> tier.routes().stream())
        .forEach(route -> models.put(route.name(), Json.bytes(route.model())));
  }

  Map<String, Profile> profiles() {
    return profiles;
  }

  Optional<Profile> profile(String name) {
    return Optional.ofNullable(profiles.get(name));
  }

  Plan plan(Profile profile) {
    return Planner.plan(profile, known, time.ticker().nanos());
  }

  /// The refusal for a name that nothing is configured under (C30).
  ApiError unknown(String name) {
    return ApiError.notFound(
        "model_not_found",
        "no profile is called %s".formatted(Shown.line(name)),
        profiles.isEmpty()
            ? "no profile is configured; add one to profiles in interlock.yaml"
            : "ask for " + String.join(", ", profiles.keySet()));
  }

  Upstream upstream(Route route) {
    return Optional.ofNullable(upstreams.get(route.name()))
        .orElseThrow(() -> new IllegalStateException("no upstream for route " + route.name()));
  }

  /// How the route's answers are checked now; made once where nothing of it can change.
  ModelCheck check(Route route) {
    var state = known.state(route);
    return state.isPresent()
        ? ModelCheck.of(route, state)
        : checks.computeIfAbsent(route.name(), _ -> ModelCheck.of(route, state));
  }

  /// The route's model as JSON.
  byte[] model(Route route) {
    return Optional.ofNullable(models.get(route.name()))
        .orElseThrow(() -> new IllegalStateException("unknown route " + route.name()));
  }

  ChatGateway.Time time() {
    return time;
  }

  Ledger ledger() {
    return ledger;
  }

  HealthBook known() {
    return known;
  }

  Sweep sweep() {
    return sweep;
  }
}
