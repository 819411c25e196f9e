package dev.interlock.core.fanout;

import java.util.OptionalLong;
import java.util.Set;

/// How a batch came back.
public sealed interface Result {
  /// Some texts have their end.
  ///
  /// @param good texts that have a vector
  /// @param flawed texts whose vector can't be used
  /// @param hopeless texts that nobody takes, whoever is asked, such as over-long ones
  record Answered(Set<Long> good, Set<Long> flawed, Set<Long> hopeless) implements Result {
    public Answered {
      good = Set.copyOf(good);
      flawed = Set.copyOf(flawed);
      hopeless = Set.copyOf(hopeless);
    }
  }

  /// The provider is there and gave nothing for these texts: one of them, or their number, may be
  /// the matter.
  ///
  /// @param perhapsSize whether it may be their number
  record Refused(boolean perhapsSize) implements Result {}

  /// The provider itself was at fault: gone, silent, set up wrong.
  record Lost() implements Result {}

  /// A pushback or no permit: nothing is wrong with anybody, it is to be asked later.
  ///
  /// @param untilNanos when, if that was said
  record Postponed(OptionalLong untilNanos) implements Result {}

  /// The admission ended before the answer could be used.
  record Withdrawn() implements Result {}
}
