package dev.interlock.server.profiles;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Plan.Excluded;
import dev.interlock.core.profile.Profile;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// Nothing may serve: told with the reason of each route (design §4). Thread: any, pure.
public final class NoRoute {
  private NoRoute() {}

  /// As the caller is told.
  public static ApiError error(Profile profile, Plan plan) {
    return ApiError.unavailable(
        "no_route",
        "no route may serve %s: %s".formatted(profile.name(), reasons(plan)),
        "see `interlock explain --profile %s`".formatted(profile.name()));
  }

  /// The reason of each route, in one line.
  public static String reasons(Plan plan) {
    return plan.excluded().stream()
        .map(e -> "route %s %s".formatted(e.route().name(), e.reason()))
        .collect(Collectors.joining("; "));
  }

  /// When the first of them may serve again, where waiting helps.
  public static Optional<Duration> retryAfter(Plan plan) {
    return plan.excluded().stream()
        .map(Excluded::waitNanos)
        .filter(wait -> wait > 0)
        .min(Long::compare)
        .map(Duration::ofNanos);
  }
}
