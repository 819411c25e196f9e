package dev.interlock.index.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.VectorUtil;

/// The vector search: candidates from the int8 graph, then ranked by the exact cosine of their raw
/// vectors.
final class Nearest {
  /// Candidates at the least.
  static final int MIN_CANDIDATES = 100;

  /// Candidates for each hit that was asked for, above that.
  static final int CANDIDATES_PER_HIT = 2;

  private Nearest() {}

  private record Scored(int doc, String id, float cosine) {}

  private static final Comparator<Scored> BEST_FIRST =
      Comparator.comparingDouble(Scored::cosine).reversed().thenComparing(Scored::id);

  static List<Hit> search(View view, float[] query, Optional<Query> filter, int k)
      throws IOException {
    var found = new ArrayList<Scored>();
    for (var candidate : candidates(view, query, filter, k)) {
      float cosine = VectorUtil.dotProduct(view.vectorAt(candidate.doc), query);
      found.add(new Scored(candidate.doc, view.idAt(candidate.doc), cosine));
    }
    found.sort(BEST_FIRST);
    var hits = new ArrayList<Hit>();
    for (var scored : found.subList(0, Math.min(k, found.size()))) {
      var provenance = view.provenanceAt(scored.doc());
      view.text(scored.id())
          .ifPresent(c -> hits.add(new Hit(c, scored.cosine(), Optional.of(provenance))));
    }
    return hits;
  }

  private static ScoreDoc[] candidates(View view, float[] query, Optional<Query> filter, int k)
      throws IOException {
    int wanted = Math.max(MIN_CANDIDATES, CANDIDATES_PER_HIT * k);
    var knn = new KnnFloatVectorQuery(Rows.EMBEDDING, query, wanted, filter.orElse(null));
    return view.searcher().search(knn, wanted).scoreDocs;
  }
}
