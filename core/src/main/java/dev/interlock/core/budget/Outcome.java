package dev.interlock.core.budget;

/// How a call that held a permit ended, as far as the budget cares. It comes with the permit's
/// return, so that no other call starts between the return and the news.
public sealed interface Outcome {
  /// The provider answered as it should.
  ///
  /// @param wireNanos from the first byte sent to the last byte read, 0 or more
  record Answered(long wireNanos) implements Outcome {
    public Answered {
      if (wireNanos < 0) {
        throw new IllegalArgumentException("wireNanos must be 0 or more, got " + wireNanos);
      }
    }
  }

  /// Anything else that says nothing of the account: an error, a time-out, a caller that left, a
  /// call that was never sent.
  record Failed() implements Outcome {}

  /// 429, in whatever form it came.
  record Throttled(Pushback pushback) implements Outcome {}

  /// An answer about money, or about the key.
  record Unpaid(News news) implements Outcome {}
}
