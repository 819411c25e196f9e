package dev.interlock.runtime.gate;

import dev.interlock.core.account.Dues;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedOutcome.Answered;
import dev.interlock.core.embed.EmbedOutcome.Failed;
import dev.interlock.core.embed.EmbedOutcome.Traffic;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The outcomes of a pass's calls, told as one. Thread: any, pure.
final class PassOutcome {
  private PassOutcome() {}

  /// The first failure, else an answer without vectors; what went over the wire and what it cost is
  /// summed.
  static EmbedOutcome of(List<EmbedOutcome> calls) {
    var traffic =
        new Traffic(
            calls.stream().mapToLong(c -> c.traffic().bytesOut()).sum(),
            calls.stream().mapToLong(c -> c.traffic().bytesIn()).sum());
    var dues = calls.stream().map(EmbedOutcome::dues).reduce(Dues.NONE, Dues::and);
    var failure = calls.stream().filter(Failed.class::isInstance).findFirst();
    var whole = failure.isPresent() ? failure.get() : answered(calls);
    return whole.over(traffic).owing(dues);
  }

  private static Answered answered(List<EmbedOutcome> calls) {
    var answers =
        calls.stream().filter(Answered.class::isInstance).map(Answered.class::cast).toList();
    var model = answers.stream().map(Answered::model).flatMap(Optional::stream).findFirst();
    boolean counted = answers.stream().allMatch(a -> a.promptTokens().isPresent());
    return new Answered(
        List.of(),
        model,
        counted
            ? OptionalLong.of(answers.stream().mapToLong(a -> a.promptTokens().orElse(0)).sum())
            : OptionalLong.empty());
  }
}
