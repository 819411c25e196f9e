package dev.interlock.core.budget;

import java.util.Optional;
import java.util.OptionalInt;

/// What happens to an account's budget.
public sealed interface Event {
  /// Somebody wants a permit.
  record Asked(Ask ask) implements Event {}

  /// A waiter has left. Nothing, if it waits no longer: who was granted has to end its lease.
  record Left(long waiter) implements Event {}

  /// A permit is returned. Nothing, if it came back before.
  record Ended(long lease, Outcome outcome) implements Event {}

  /// A holder is alive and still at work. Nothing, if its permit came back before.
  ///
  /// @param termNanos how long the lease lasts from now on, 1 or more
  record Renewed(long lease, long termNanos) implements Event {
    public Renewed {
      if (termNanos < 1) {
        throw new IllegalArgumentException("termNanos must be 1 or more, got " + termNanos);
      }
    }
  }

  /// The provider told about the account.
  ///
  /// @param reportedRpm its requests a minute, where it named any; below 1 is none
  /// @param money its money, where it told
  /// @param askedNanos when it was asked: what it said is no younger
  record Discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos)
      implements Event {}

  /// The provider could not be asked. What was known stays.
  ///
  /// @param why one sentence for people
  record DiscoveryFailed(String why) implements Event {}

  /// A person decided.
  record Ordered(Order order) implements Event {}

  /// A person typed a limit, or took it back.
  ///
  /// @param permits 1 to 256
  record Limited(OptionalInt permits) implements Event {
    public Limited {
      int typed = permits.orElse(1);
      if (typed < 1 || typed > Ceiling.HARD) {
        throw new IllegalArgumentException(
            "permits must be 1 to %d, got %d".formatted(Ceiling.HARD, typed));
      }
    }
  }

  /// A project gets so many turns where others get one.
  ///
  /// @param weight 1 to 100; 1 where none was named
  record Weighted(String project, int weight) implements Event {
    public Weighted {
      if (weight < 1 || weight > 100) {
        throw new IllegalArgumentException("weight must be 1 to 100, got " + weight);
      }
    }
  }

  /// A project has used up its day, or may go on: a tick of now or before lets it.
  record ProjectPaused(String project, long untilNanos) implements Event {}

  /// The time has come that [Effect.WakeAt] named.
  record Woke() implements Event {}
}
