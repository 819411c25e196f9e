package dev.interlock.index.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.Query;

/// The word search: BM25 over body, names and path as one field with weights.
final class Lexical {
  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(h -> h.chunk().id());

  private Lexical() {}

  static List<Hit> search(View view, String text, Optional<Query> filter, int k)
      throws IOException {
    var query = Queries.words(text, filter);
    if (query.isEmpty()) {
      return List.of();
    }
    var hits = new ArrayList<Hit>();
    for (var found : view.searcher().search(query.get(), k).scoreDocs) {
      var chunk = view.textAt(found.doc);
      hits.add(new Hit(chunk, found.score, view.provenance(chunk.id())));
    }
    hits.sort(BEST_FIRST);
    return hits;
  }
}
