package dev.interlock.index.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;

/// The vector search: candidates from the int8 graph, then ranked by the exact cosine of their raw
/// vectors.
final class Nearest {
  /// Candidates that the graph looks for, at the least: of the ten nearest of 20,000 rows of 384 in
  /// one segment it finds 0.9965 with 120 where clusters are small and many, and 0.993 with 100;
  /// 0.9995 or more where they are large.
  private static final int MIN_CANDIDATES = 128;

  /// Candidates that are ranked exactly, at the least: int8 is near enough that the best ten are
  /// among its best forty.
  private static final int MIN_EXACT = 40;

  /// Either for each hit that was asked for, above that.
  private static final int CANDIDATES_PER_HIT = 2;

  private static final Comparator<ScoreDoc> NEAREST_FIRST =
      Comparator.<ScoreDoc>comparingDouble(d -> d.score).reversed();

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(h -> h.chunk().id());

  private Nearest() {}

  static List<Hit> search(View view, float[] query, Optional<Query> filter, int k)
      throws IOException {
    var candidates = candidates(view, query, filter, k);
    view.rescore(candidates, query);
    Arrays.sort(candidates, NEAREST_FIRST);
    var hits = new ArrayList<Hit>();
    for (int i = 0; i < candidates.length && (i < k || tied(candidates, i, k)); i++) {
      view.hit(candidates[i].doc, candidates[i].score).ifPresent(hits::add);
    }
    hits.sort(BEST_FIRST);
    return hits.subList(0, Math.min(k, hits.size()));
  }

  /// Whether the candidate could by its id take the last place.
  private static boolean tied(ScoreDoc[] sorted, int i, int k) {
    return sorted[i].score == sorted[k - 1].score;
  }

  private static ScoreDoc[] candidates(View view, float[] query, Optional<Query> filter, int k)
      throws IOException {
    int wanted = Math.max(MIN_CANDIDATES, CANDIDATES_PER_HIT * k);
    var knn = new KnnFloatVectorQuery(Rows.EMBEDDING, query, wanted, filter.orElse(null));
    return view.searcher().search(knn, Math.max(MIN_EXACT, CANDIDATES_PER_HIT * k)).scoreDocs;
  }
}
