package dev.interlock.server.profiles;

import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Planner;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.upstream.Failure;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The profiles of the file, and what is known of their routes.
///
/// Thread: any; nothing blocks.
public final class ProfileBook {
  private final Map<String, Profile> profiles;
  private final HealthBook known;
  private final Time time;

  /// @param profiles by name, in the file's order
  /// @param engines what is behind the routes
  public ProfileBook(Map<String, Profile> profiles, Engines engines, Time time) {
    this.profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    this.known = new HealthBook(engines, time);
    this.time = time;
  }

  /// What the engines behind the routes say of themselves. Nothing here may block.
  public interface Engines {
    /// What a route's engine said last, where it could be read; asked for every request.
    Optional<EngineState> state(Route route);

    /// Why that could not be read, one sentence without a key.
    Optional<String> unread(Route route);

    /// Asks it how it is; told later, on any thread. Never asked of an account's route.
    void howIs(Route route, Consumer<EngineHealth> told);

    /// What the account of a cloud route has against any call of now.
    ///
    /// @param patience how long a permit is waited for
    default Optional<Plan.Bar> bar(Route route, Duration patience) {
      return Optional.of(
          new Plan.Bar(Plan.Bar.Kind.CLOSED, "is a cloud route, which needs an account", 0));
    }
  }

  /// The clocks, and the one way to wait.
  public record Time(Ticker ticker, WallClock wall, Scheduler scheduler) {}

  /// The clocks, and the one way to wait.
  public Time time() {
    return time;
  }

  /// All profiles, in the file's order.
  public List<Profile> all() {
    return List.copyOf(profiles.values());
  }

  /// Names of all profiles, in the file's order.
  public List<String> names() {
    return List.copyOf(profiles.keySet());
  }

  /// The profile of a name.
  public Optional<Profile> named(String name) {
    return Optional.ofNullable(profiles.get(name));
  }

  /// Why no such work can be asked of that name (C30).
  public Optional<ApiError> refusal(String name, Kind kind) {
    var profile = named(name);
    if (profile.isEmpty()) {
      return Optional.of(
          nothingCalled(
              name, all().stream().filter(p -> p.kind() == kind).map(Profile::name).toList()));
    }
    return profile.map(Profile::kind).filter(k -> k != kind).map(k -> otherKind(name, k));
  }

  private static ApiError otherKind(String name, Kind kind) {
    return ApiError.invalid(
        "wrong_kind",
        "model",
        "%s is a profile of kind %s".formatted(Shown.line(name), kind.word()),
        switch (kind) {
          case GENERATE -> "ask it at POST /v1/chat/completions";
          case RERANK -> "ask it at POST /v1/rerank";
        });
  }

  /// The refusal for a name that nothing is configured under.
  ///
  /// @param roles what may be named beside the profiles
  public ApiError unknown(String name, List<String> roles) {
    return nothingCalled(name, Stream.concat(roles.stream(), names().stream()).toList());
  }

  private static ApiError nothingCalled(String name, List<String> usable) {
    return ApiError.notFound(
        "model_not_found",
        "no profile is called %s".formatted(Shown.line(name)),
        usable.isEmpty()
            ? "no profile is configured; add one to profiles in interlock.yaml"
            : "ask for " + String.join(", ", usable));
  }

  /// Who may serve it now.
  public Plan plan(Profile profile) {
    return Planner.plan(profile, known, time.ticker().nanos());
  }

  /// Every profile with its plan as it is now, in the file's order.
  public Map<Profile, Plan> plans() {
    var plans = new LinkedHashMap<Profile, Plan>();
    profiles.values().forEach(profile -> plans.put(profile, plan(profile)));
    return plans;
  }

  /// What the route's engine said last of itself.
  public Optional<EngineState> state(Route route) {
    return known.state(route);
  }

  /// How the route's answers are checked now.
  public ModelCheck check(Route route) {
    return known.check(route, known.state(route));
  }

  /// The route gave an answer that was used.
  public void answered(Route route) {
    known.answered(route);
  }

  /// An attempt at the route failed. A refusal that is the caller's own fault speaks for it. The
  /// pauses of an account are its own affair, above all its routes.
  public void failed(Route route, Failure failure) {
    long now = time.ticker().nanos();
    if (failure.fault() == Fault.REFUSED || failure.fault() == Fault.OVERFLOW) {
      known.answered(route);
    } else {
      known.failed(route, failure.fault(), now);
    }
    if (route.account().isEmpty()) {
      failure
          .asked()
          .filter(Duration::isPositive)
          .ifPresent(wait -> known.cooling(route, wait, now));
    }
  }
}
