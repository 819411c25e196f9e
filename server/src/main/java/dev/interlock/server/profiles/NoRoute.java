package dev.interlock.server.gateway;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Plan.Excluded;
import dev.interlock.core.profile.Profile;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Nothing may serve: told with the reason of each route (design §4). Thread: any, pure.
final class NoRoute {
  private NoRoute() {}

  static ApiError error(Profile profile, Plan plan) {
    return ApiError.unavailable(
        "no_route",
        "no route may serve %s: %s".formatted(profile.name(), reasons(plan)),
        "see `interlock explain --profile %s`".formatted(profile.name()));
  }

  private static String reasons(Plan plan) {
    return plan.excluded().stream()
        .map(e -> "route %s %s".formatted(e.route().name(), e.reason()))
        .collect(Collectors.joining("; "));
  }

  /// When the first of them may serve again, where waiting helps.
  static Optional<Duration> retryAfter(Plan plan) {
    return plan.excluded().stream()
        .map(Excluded::waitNanos)
        .filter(wait -> wait > 0)
        .min(Long::compare)
        .map(Duration::ofNanos);
  }

  static Attempt row(Exchange exchange, Plan plan) {
    return new Attempt(
        exchange.errand(),
        1,
        new Attempt.Way(Optional.empty(), Optional.empty(), Decision.PRIMARY),
        new Names(exchange.call().model(), Optional.empty(), Optional.empty(), CheckStrength.NONE),
        new Attempt.Result(Ending.NOT_SENT, OptionalInt.empty(), reasons(plan)),
        Volume.NONE,
        new Span(exchange.parts().time().wall().now(), OptionalLong.empty(), 0));
  }
}
