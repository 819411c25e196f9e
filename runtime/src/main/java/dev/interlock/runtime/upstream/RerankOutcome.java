package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome.Traffic;
import dev.interlock.core.money.Cost;
import dev.interlock.core.rerank.Score;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What came of one rerank call.
public sealed interface RerankOutcome {
  /// What went over the wire for it.
  Traffic traffic();

  /// What it cost an account, where that is known.
  Optional<Cost> cost();

  /// Scores as they came, not yet checked.
  ///
  /// @param model the answer's own model field
  /// @param promptTokens the engine's own count
  record Scored(
      List<Score> scores,
      Optional<String> model,
      OptionalLong promptTokens,
      Traffic traffic,
      Optional<Cost> cost)
      implements RerankOutcome {
    public Scored {
      scores = List.copyOf(scores);
    }

    Scored(List<Score> scores, Optional<String> model, OptionalLong promptTokens, Traffic traffic) {
      this(scores, model, promptTokens, traffic, Optional.empty());
    }

    Scored costing(Optional<Cost> amount) {
      return new Scored(scores, model, promptTokens, traffic, amount);
    }
  }

  /// Nothing that could be used.
  ///
  /// @param status the engine's HTTP status, where there was one
  record Failed(Failure failure, OptionalInt status, Traffic traffic, Optional<Cost> cost)
      implements RerankOutcome {
    Failed(Failure failure, OptionalInt status, Traffic traffic) {
      this(failure, status, traffic, Optional.empty());
    }

    Failed because(Failure other) {
      return new Failed(other, status, traffic, cost);
    }

    Failed costing(Optional<Cost> amount) {
      return new Failed(failure, status, traffic, amount);
    }
  }
}
