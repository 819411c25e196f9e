package dev.interlock.runtime.egress;

import dev.interlock.core.embed.AnswerCheck;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedOutcome.Answered;
import dev.interlock.core.embed.EmbedOutcome.Failed;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Admission;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A canary on its way with one call: its vector is looked at and never seen by anybody else.
///
/// Thread: the call's.
record Ride(Escort escort, Admission admission, Escort.Rider rider) {

  /// The answer without the canary's vector and tokens. An answer of another number of vectors is a
  /// failure, since nobody knows whose they are.
  ///
  /// @param texts the other texts of the call
  EmbedOutcome without(List<String> texts, EmbedOutcome outcome, TokenCounter counter) {
    return switch (outcome) {
      case Failed failed -> {
        escort.silent(admission);
        yield failed;
      }
      case Answered answered -> {
        var miscounted = AnswerCheck.count(texts.size() + 1, answered.vectors());
        if (miscounted.isPresent()) {
          escort.silent(admission);
          var fault = miscounted.get();
          yield new Failed(fault.fault(), OptionalInt.empty(), fault.message())
              .over(answered.traffic())
              .owing(answered.dues());
        }
        var vectors = new ArrayList<>(answered.vectors());
        escort.answered(admission, rider, vectors.remove(rider.canary().place(texts.size())));
        yield new Answered(vectors, answered.model(), share(texts, answered, counter))
            .over(answered.traffic())
            .owing(answered.dues());
      }
    };
  }

  /// What the engine counted, less the canary's part of it by our own count.
  private OptionalLong share(List<String> texts, Answered answered, TokenCounter counter) {
    if (answered.promptTokens().isEmpty()) {
      return answered.promptTokens();
    }
    long told = answered.promptTokens().getAsLong();
    long others = texts.stream().mapToLong(counter::count).sum();
    long all = others + counter.count(rider.text());
    return OptionalLong.of(all == 0 ? told : Math.round((double) told * others / all));
  }
}
