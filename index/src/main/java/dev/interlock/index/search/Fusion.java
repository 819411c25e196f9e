package dev.interlock.index.search;

import dev.interlock.index.table.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): a row's score is the sum of `weight /
/// (20 + rank)` over the lists that hold it.
///
/// Scores of different spaces are never compared. Lists of one space, and lists of words, are put
/// together by their scores first: two tables that share a space make one list, so that the second
/// table's best row isn't worth a first place for nothing.
public final class Fusion {
  private static final int RANK_OFFSET = 20;

  private static final Comparator<Hit> BY_SCORE =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(h -> h.chunk().id());

  private static final Comparator<Row> BEST_FIRST =
      Comparator.comparingDouble(Row::score)
          .reversed()
          .thenComparingInt(Row::bestRank)
          .thenComparing(r -> r.hit.chunk().id());

  private Fusion() {}

  /// The rows of all lists, best first; ties go to the better single rank, then to the lesser id.
  ///
  /// @param weights what suits the query: [Weights#of(String)]
  /// @param limit rows at the most
  public static List<Fused> fuse(List<Ranked> lists, Weights weights, int limit) {
    var rows = new LinkedHashMap<String, Row>();
    for (var list : merged(lists)) {
      for (int i = 0; i < list.hits().size(); i++) {
        var hit = list.hits().get(i);
        rows.computeIfAbsent(hit.chunk().id(), _ -> new Row(hit))
            .add(list.source(), weights, new Part(i + 1, hit.score(), list.space()));
      }
    }
    return rows.values().stream().sorted(BEST_FIRST).limit(limit).map(Row::fused).toList();
  }

  private record Key(Source source, String space) {}

  private static List<Ranked> merged(List<Ranked> lists) {
    var bySpace = new LinkedHashMap<Key, List<Hit>>();
    for (var list : lists) {
      bySpace
          .computeIfAbsent(new Key(list.source(), list.space()), _ -> new ArrayList<>())
          .addAll(list.hits());
    }
    var merged = new ArrayList<Ranked>();
    bySpace.forEach(
        (key, hits) -> {
          hits.sort(BY_SCORE);
          merged.add(new Ranked(key.source(), key.space(), hits));
        });
    return merged;
  }

  /// One row while its parts are gathered.
  private static final class Row {
    private final Hit hit;
    private final Map<Source, Part> parts = new EnumMap<>(Source.class);
    private double score;

    Row(Hit hit) {
      this.hit = hit;
    }

    void add(Source source, Weights weights, Part part) {
      score += weights.of(source) / (RANK_OFFSET + part.rank());
      parts.merge(source, part, (a, b) -> a.rank() <= b.rank() ? a : b);
    }

    double score() {
      return score;
    }

    int bestRank() {
      return parts.values().stream().mapToInt(Part::rank).min().orElseThrow();
    }

    Fused fused() {
      return new Fused(
          hit.chunk(),
          score,
          Optional.ofNullable(parts.get(Source.VECTOR)),
          Optional.ofNullable(parts.get(Source.LEXICAL)),
          hit.provenance());
    }
  }
}
