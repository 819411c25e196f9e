package dev.interlock.core.budget;

import java.util.Optional;
import java.util.OptionalLong;

/// What keeps calls from starting for a while, or until somebody acts.
///
/// @param endless whether no time is known at which it ends; then the ticks mean nothing
/// @param untilNanos its end
/// @param toldNanos what callers are told of its end
record Obstacle(Reason reason, boolean endless, long untilNanos, long toldNanos) {

  static Optional<Obstacle> of(Reason reason, Throttle throttle, long nowNanos) {
    var until = throttle.pausedUntil(nowNanos);
    var told = throttle.toldUntil(nowNanos);
    return until.isPresent() && told.isPresent()
        ? Optional.of(new Obstacle(reason, false, until.getAsLong(), told.getAsLong()))
        : Optional.empty();
  }

  /// Of funds that stop.
  static Obstacle of(Funds funds) {
    var opens = funds.opensNanos();
    return new Obstacle(reason(funds.state()), opens.isEmpty(), opens.orElse(0), opens.orElse(0));
  }

  private static Reason reason(State state) {
    return switch (state) {
      case KEY_CAPPED -> Reason.KEY_CAPPED;
      case KEY_REFUSED -> Reason.KEY_REFUSED;
      case DISABLED -> Reason.DISABLED;
      case UNKNOWN, FUNDED, LOW, IN_FLIGHT_FULL, EXHAUSTED -> Reason.EXHAUSTED;
    };
  }

  /// The one of two that lasts longer.
  static Optional<Obstacle> longer(Optional<Obstacle> one, Optional<Obstacle> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return Ticks.before(one.get().untilNanos, other.get().untilNanos) ? other : one;
  }

  Effect refused(Waiter waiter, long nowNanos) {
    return new Effect.Refused(
        waiter.id(),
        reason,
        endless ? OptionalLong.empty() : OptionalLong.of(toldNanos - nowNanos));
  }
}
