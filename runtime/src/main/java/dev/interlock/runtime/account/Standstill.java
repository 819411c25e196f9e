package dev.interlock.runtime.account;

import dev.interlock.core.budget.View;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Why no call on an account can start now.
///
/// @param opensIn when one may, where that is known
public record Standstill(Cause cause, Optional<Duration> opensIn) {
  /// Why.
  public enum Cause {
    COOLDOWN,
    KEY_CAPPED,
    EXHAUSTED,
    KEY_REFUSED,
    DISABLED
  }

  /// Of a budget as it stands. A pause that a caller would wait out is none.
  static Optional<Standstill> of(View view, long nowNanos, Duration patience) {
    return switch (view.state()) {
      case KEY_CAPPED ->
          Optional.of(new Standstill(Cause.KEY_CAPPED, until(view.opensNanos(), nowNanos)));
      case EXHAUSTED -> Optional.of(new Standstill(Cause.EXHAUSTED, Optional.empty()));
      case KEY_REFUSED -> Optional.of(new Standstill(Cause.KEY_REFUSED, Optional.empty()));
      case DISABLED -> Optional.of(new Standstill(Cause.DISABLED, Optional.empty()));
      case UNKNOWN, FUNDED, LOW, IN_FLIGHT_FULL ->
          until(view.cooldownUntilNanos(), nowNanos)
              .filter(left -> left.compareTo(patience) > 0)
              .map(left -> new Standstill(Cause.COOLDOWN, Optional.of(left)));
    };
  }

  private static Optional<Duration> until(OptionalLong tick, long nowNanos) {
    return tick.isPresent()
        ? Optional.of(Duration.ofNanos(Math.max(0, tick.getAsLong() - nowNanos)))
        : Optional.empty();
  }
}
