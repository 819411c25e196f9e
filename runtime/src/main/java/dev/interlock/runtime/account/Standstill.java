package dev.interlock.runtime.account;

import dev.interlock.core.budget.View;
import dev.interlock.core.profile.Plan.Bar;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Why no call on an account can start now, whatever it costs (C39, C41, C46).
final class Standstill {
  private static final long SECOND = 1_000_000_000L;

  private Standstill() {}

  /// Of a budget as it stands. A pause that a caller would wait out is none.
  static Optional<Bar> of(String account, View view, long nowNanos, Duration patience) {
    return switch (view.state()) {
      case KEY_CAPPED ->
          Optional.of(
              bar(
                  Bar.Kind.OUT_OF_CREDIT,
                  "can't be paid: the key of account %s has used up its own cap".formatted(account),
                  left(view.opensNanos(), nowNanos)));
      case EXHAUSTED ->
          Optional.of(
              bar(
                  Bar.Kind.OUT_OF_CREDIT,
                  "can't be paid: account %s has no money".formatted(account),
                  0));
      case KEY_REFUSED ->
          Optional.of(
              bar(
                  Bar.Kind.CLOSED,
                  "has an account, %s, whose key is refused: push another".formatted(account),
                  0));
      case DISABLED ->
          Optional.of(
              bar(Bar.Kind.CLOSED, "has an account, %s, that is disabled".formatted(account), 0));
      case UNKNOWN, FUNDED, LOW, IN_FLIGHT_FULL -> pause(account, view, nowNanos, patience);
    };
  }

  private static Optional<Bar> pause(String account, View view, long nowNanos, Duration patience) {
    long left = left(view.cooldownUntilNanos(), nowNanos);
    return left > patience.toNanos()
        ? Optional.of(
            bar(
                Bar.Kind.COOLDOWN,
                "rests: the provider of account %s asked for a pause of another %d s"
                    .formatted(account, Math.ceilDiv(left, SECOND)),
                left))
        : Optional.empty();
  }

  /// A daily budget of which nothing is left.
  static Bar budget(String account, Till.Left left, Instant now) {
    return bar(
        Bar.Kind.BUDGET,
        "can't be paid: account %s has spent its day's %s, until %s"
            .formatted(account, left.cap(), left.resumesAt()),
        Duration.between(now, left.resumesAt()).toNanos());
  }

  private static Bar bar(Bar.Kind kind, String words, long waitNanos) {
    return new Bar(kind, words, waitNanos);
  }

  private static long left(OptionalLong tick, long nowNanos) {
    return tick.isPresent() ? Math.max(0, tick.getAsLong() - nowNanos) : 0;
  }
}
