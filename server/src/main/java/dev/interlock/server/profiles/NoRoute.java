package dev.interlock.server.profiles;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Plan.Bar;
import dev.interlock.core.profile.Plan.Excluded;
import dev.interlock.core.profile.Profile;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// Nothing may serve: told with the reason of each route (design §4). Thread: any, pure.
public final class NoRoute {
  private NoRoute() {}

  /// As the caller is told. Where nothing but accounts stands in the way, it is told whose limit it
  /// is: a pause that ends is 429 (C39), a used-up day or no money is 402.
  public static ApiError error(Profile profile, Plan plan) {
    var bars = plan.excluded().stream().map(Excluded::bar).flatMap(Optional::stream).toList();
    if (bars.isEmpty() || bars.size() < plan.excluded().size()) {
      return unavailable(profile, plan);
    }
    if (bars.stream().anyMatch(bar -> bar.kind() == Bar.Kind.COOLDOWN)) {
      return error(429, ErrorType.RATE_LIMIT_ERROR, "upstream_rate_limited", plan);
    }
    if (bars.stream().anyMatch(bar -> bar.kind() == Bar.Kind.BUDGET)) {
      return error(402, ErrorType.BUDGET_ERROR, "budget_exhausted", plan);
    }
    return bars.stream().anyMatch(bar -> bar.kind() == Bar.Kind.OUT_OF_CREDIT)
        ? error(402, ErrorType.BUDGET_ERROR, "upstream_out_of_credit", plan)
        : unavailable(profile, plan);
  }

  private static ApiError error(int status, ErrorType type, String code, Plan plan) {
    return new ApiError(status, type, code, reasons(plan), Optional.empty(), "");
  }

  private static ApiError unavailable(Profile profile, Plan plan) {
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
