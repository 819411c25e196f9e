package dev.interlock.server.accounts;

import dev.interlock.core.budget.View;
import dev.interlock.core.profile.Plan;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What an account, or its budget, has against any call of now: pure.
final class Bars {
  private Bars() {}

  static Plan.Bar missing(String account) {
    return closed("leads to account %s, which is not there".formatted(account));
  }

  static Plan.Bar outOfReach(String account) {
    return closed(
        "leads to account %s, whose sidecar is out of reach; it dials again by itself"
            .formatted(account));
  }

  static Plan.Bar keyless(String account) {
    return closed(
        "leads to account %s, which has no key: push one (interlock accounts push %s --key-stdin)"
            .formatted(account, account));
  }

  static Plan.Bar disabled(String account) {
    return closed(
        "leads to account %s, which is disabled: interlock accounts enable %s --daily-usd N"
            .formatted(account, account));
  }

  private static Plan.Bar closed(String words) {
    return new Plan.Bar(Plan.Bar.Kind.CLOSED, words, 0);
  }

  /// A pause that a caller would wait out is none.
  static Optional<Plan.Bar> of(String account, View view, long nowNanos, Duration patience) {
    return switch (view.state()) {
      case KEY_REFUSED, DISABLED -> bar(Plan.Bar.Kind.CLOSED, account, view, 0);
      case EXHAUSTED -> bar(Plan.Bar.Kind.OUT_OF_CREDIT, account, view, 0);
      case KEY_CAPPED ->
          bar(Plan.Bar.Kind.OUT_OF_CREDIT, account, view, left(view.opensNanos(), nowNanos));
      case UNKNOWN, FUNDED, LOW, IN_FLIGHT_FULL -> {
        long left = left(view.cooldownUntilNanos(), nowNanos);
        yield left <= patience.toNanos()
            ? Optional.empty()
            : Optional.of(
                new Plan.Bar(
                    Plan.Bar.Kind.COOLDOWN,
                    "leads to account %s, whose provider asked for a pause".formatted(account),
                    left));
      }
    };
  }

  private static Optional<Plan.Bar> bar(
      Plan.Bar.Kind kind, String account, View view, long waitNanos) {
    var words = "leads to account %s, which is %s".formatted(account, view.state().word());
    return Optional.of(new Plan.Bar(kind, words, waitNanos));
  }

  private static long left(OptionalLong tick, long nowNanos) {
    return tick.isPresent() ? Math.max(0, tick.getAsLong() - nowNanos) : 0;
  }
}
