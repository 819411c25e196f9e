package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome.Traffic;
import dev.interlock.core.rerank.Score;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What came of one rerank call.
public sealed interface RerankOutcome {
  /// What went over the wire for it.
  Traffic traffic();

  /// Scores as they came, not yet checked.
  ///
  /// @param model the answer's own model field
  /// @param promptTokens the engine's own count
  record Scored(
      List<Score> scores, Optional<String> model, OptionalLong promptTokens, Traffic traffic)
      implements RerankOutcome {
    public Scored {
      scores = List.copyOf(scores);
    }
  }

  /// Nothing that could be used.
  ///
  /// @param status the engine's HTTP status, where there was one
  record Failed(Failure failure, OptionalInt status, Traffic traffic) implements RerankOutcome {}
}
