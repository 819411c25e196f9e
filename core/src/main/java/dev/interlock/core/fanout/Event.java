package dev.interlock.core.fanout;

import java.util.List;

/// What happens to a queue.
public sealed interface Event {
  /// A job offers texts.
  ///
  /// @param texts numbers that no other text has, ever
  /// @param more texts of the job that it has yet to offer
  record Offered(String job, List<Long> texts, long more) implements Event {
    public Offered {
      texts = List.copyOf(texts);
    }
  }

  /// A job leaves: nobody waits for its texts any more.
  record Withdrew(String job) implements Event {}

  /// A provider may serve, from now on or still, perhaps under a new admission.
  record Joined(Provider provider) implements Event {}

  /// A provider may not serve any more.
  record Left(String provider) implements Event {}

  /// A batch has come back.
  record Ended(long batch, Result result) implements Event {}

  /// The check that [Effect.Prove] asked for is done.
  ///
  /// @param sound whether the provider passed it
  record Proved(String provider, boolean sound) implements Event {}

  /// A timer rang.
  record Woke() implements Event {}
}
