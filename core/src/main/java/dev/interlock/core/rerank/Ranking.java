package dev.interlock.core.rerank;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The scores of one query's documents, gathered from one or more answers of the same route.
///
/// @param scores one for each document, in any order
public record Ranking(List<Score> scores) {
  /// Of no document yet.
  public static final Ranking EMPTY = new Ranking(List.of());

  private static final Comparator<Score> BEST_FIRST =
      Comparator.comparingDouble(Score::value).reversed().thenComparingInt(Score::index);

  public Ranking {
    scores = List.copyOf(scores);
  }

  /// What is wrong with an answer, a clause for people: every document has exactly one score, a
  /// finite number. What is missing is a failure and never a zero (B7).
  ///
  /// @param documents how many were asked
  public static Optional<String> wrong(List<Score> answer, int documents) {
    if (answer.size() != documents) {
      return Optional.of("gave %d scores for %d documents".formatted(answer.size(), documents));
    }
    var seen = new BitSet(documents);
    for (var score : answer) {
      int index = score.index();
      if (index < 0 || index >= documents) {
        return Optional.of("scored document %d of %d".formatted(index, documents));
      }
      if (seen.get(index)) {
        return Optional.of("scored document %d twice".formatted(index));
      }
      seen.set(index);
      if (!Double.isFinite(score.value())) {
        return Optional.of("gave document %d the score %s".formatted(index, score.value()));
      }
    }
    return Optional.empty();
  }

  /// With the answer for the documents that follow those ranked so far.
  ///
  /// @param answer sound, its indexes counted from the first of those documents
  public Ranking and(List<Score> answer) {
    var all = new ArrayList<>(scores);
    answer.forEach(score -> all.add(score.shifted(scores.size())));
    return new Ranking(all);
  }

  /// The best of all, best first; equal ones as they were asked.
  ///
  /// @param most how many at the most
  public List<Score> best(int most) {
    return scores.stream().sorted(BEST_FIRST).limit(most).toList();
  }
}
