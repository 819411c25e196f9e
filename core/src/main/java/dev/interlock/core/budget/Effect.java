package dev.interlock.core.budget;

import java.util.OptionalLong;

/// What the lane has to do after a step, in order.
public sealed interface Effect {
  /// This waiter may call now.
  record Granted(long waiter, Lease lease) implements Effect {}

  /// This waiter may not call, and waits no longer.
  ///
  /// @param retryAfterNanos before then it is in vain, where that is known; above 0
  record Refused(long waiter, Reason reason, OptionalLong retryAfterNanos) implements Effect {
    /// Whole seconds for a `Retry-After`, rounded up, 1 or more (C39).
    public OptionalLong retryAfterSeconds() {
      return retryAfterNanos.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Math.ceilDiv(retryAfterNanos.getAsLong(), Ticks.SECOND));
    }
  }

  /// Somebody has to know.
  ///
  /// @param message one sentence for people
  record Alarm(Kind kind, String message) implements Effect {
    /// What happened.
    public enum Kind {
      LOW,
      EXHAUSTED,
      KEY_CAPPED,
      KEY_REFUSED,
      /// A provider asked for a pause of more than an hour.
      LONG_PAUSE,
      /// A holder did not return its permit in time.
      LEASE_EXPIRED
    }
  }

  /// An [Event.Woke] is due at this tick at the latest; earlier ones are harmless. It replaces no
  /// earlier wish: each is to be kept.
  record WakeAt(long nanos) implements Effect {}
}
