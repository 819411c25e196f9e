package dev.interlock.index.table;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/// The rows that one searcher shows, found by key. Thread: one at a time.
final class View {
  private final IndexSearcher searcher;
  private final StoredFields stored;
  private final Map<String, TermsEnum[]> dictionaries = new HashMap<>();

  View(IndexSearcher searcher) throws IOException {
    this.searcher = searcher;
    this.stored = searcher.storedFields();
  }

  IndexSearcher searcher() {
    return searcher;
  }

  Optional<Chunk> text(String id) throws IOException {
    var doc = find(Rows.textKey(id));
    return doc.isPresent()
        ? Optional.of(Rows.chunk(stored.document(doc.getAsInt())))
        : Optional.empty();
  }

  boolean hasVector(String id) throws IOException {
    return find(Rows.vectorKey(id)).isPresent();
  }

  Optional<StoredVector> vector(String id) throws IOException {
    return vector(find(Rows.vectorKey(id)));
  }

  Optional<StoredVector> vectorOfHash(String hash) throws IOException {
    return vector(find(new Term(Rows.VECTOR_HASH, hash)));
  }

  Optional<Provenance> provenance(String id) throws IOException {
    var doc = find(Rows.vectorKey(id));
    return doc.isPresent()
        ? Optional.of(Rows.provenance(stored.document(doc.getAsInt())))
        : Optional.empty();
  }

  Chunk textAt(int doc) throws IOException {
    return Rows.chunk(stored.document(doc));
  }

  /// The row whose vector document that is.
  Optional<Hit> hit(int vectorDoc, float score) throws IOException {
    var row = stored.document(vectorDoc);
    var provenance = Optional.of(Rows.provenance(row));
    return text(Rows.id(row)).map(chunk -> new Hit(chunk, score, provenance));
  }

  /// Replaces the scores of vector documents by the exact cosines of their raw vectors; sorts them
  /// by document, since readers only go forward.
  void rescore(ScoreDoc[] docs, float[] query) throws IOException {
    Arrays.sort(docs, Comparator.comparingInt(d -> d.doc));
    int next = 0;
    for (var leaf : searcher.getIndexReader().leaves()) {
      int end = leaf.docBase + leaf.reader().maxDoc();
      if (next == docs.length || docs[next].doc >= end) {
        continue;
      }
      var exact = leaf.reader().getFloatVectorValues(Rows.EMBEDDING).rescorer(query);
      for (; next < docs.length && docs[next].doc < end; next++) {
        exact.iterator().advance(docs[next].doc - leaf.docBase);
        docs[next].score = 2 * exact.score() - 1;
      }
    }
  }

  /// The ids of all documents of that kind in that project.
  Set<String> ids(String kind, String project) throws IOException {
    var weight =
        searcher.createWeight(
            searcher.rewrite(of(kind, Optional.of(project))), ScoreMode.COMPLETE_NO_SCORES, 1);
    var found = new HashSet<String>();
    for (var leaf : searcher.getIndexReader().leaves()) {
      var scorer = weight.scorer(leaf);
      if (scorer == null) {
        continue;
      }
      var live = leaf.reader().getLiveDocs();
      var ids = leaf.reader().getBinaryDocValues(Rows.ID);
      var docs = scorer.iterator();
      for (int d = docs.nextDoc(); d != DocIdSetIterator.NO_MORE_DOCS; d = docs.nextDoc()) {
        if ((live == null || live.get(d)) && ids.advanceExact(d)) {
          found.add(ids.binaryValue().utf8ToString());
        }
      }
    }
    return found;
  }

  /// The ids of the vectors made under a verdict, from that stretch on: each stretch is a term of
  /// its own, and few.
  Set<String> madeUnder(String verdict, long from) throws IOException {
    var prefix = new BytesRef(Rows.leaves(verdict));
    var found = new HashSet<String>();
    for (var leaf : searcher.getIndexReader().leaves()) {
      var terms = leaf.reader().terms(Rows.LEAVE);
      if (terms == null) {
        continue;
      }
      var leaves = terms.iterator();
      if (leaves.seekCeil(prefix) == TermsEnum.SeekStatus.END) {
        continue;
      }
      for (var term = leaves.term();
          term != null && StringHelper.startsWith(term, prefix);
          term = leaves.next()) {
        if (Rows.stretch(term.utf8ToString()) >= from) {
          addLive(leaf, leaves, found);
        }
      }
    }
    return found;
  }

  private static void addLive(LeafReaderContext leaf, TermsEnum at, Set<String> found)
      throws IOException {
    var live = leaf.reader().getLiveDocs();
    var ids = leaf.reader().getBinaryDocValues(Rows.ID);
    var docs = at.postings(null, PostingsEnum.NONE);
    for (int d = docs.nextDoc(); d != DocIdSetIterator.NO_MORE_DOCS; d = docs.nextDoc()) {
      if ((live == null || live.get(d)) && ids.advanceExact(d)) {
        found.add(ids.binaryValue().utf8ToString());
      }
    }
  }

  TableCounts counts(Optional<String> project) throws IOException {
    return new TableCounts(
        searcher.count(of(Rows.KIND_TEXT, project)), searcher.count(of(Rows.KIND_VECTOR, project)));
  }

  /// Whether more than a tenth of the documents lie outside of the largest segment: each segment's
  /// graph is searched by itself, and many small ones cost as much as no graph.
  boolean scattered() {
    var reader = searcher.getIndexReader();
    int largest = reader.leaves().stream().mapToInt(l -> l.reader().numDocs()).max().orElse(0);
    return reader.leaves().size() > 1 && 10L * (reader.numDocs() - largest) > reader.numDocs();
  }

  /// How many rows the filter lets through.
  int texts(Query filter) throws IOException {
    return searcher.count(
        new BooleanQuery.Builder()
            .add(of(Rows.KIND_TEXT, Optional.empty()), Occur.FILTER)
            .add(filter, Occur.FILTER)
            .build());
  }

  private static Query of(String kind, Optional<String> project) {
    var all = new TermQuery(new Term(Rows.KIND, kind));
    if (project.isEmpty()) {
      return all;
    }
    return new BooleanQuery.Builder()
        .add(all, Occur.FILTER)
        .add(new TermQuery(new Term(Rows.PROJECT, project.get())), Occur.FILTER)
        .build();
  }

  private Optional<StoredVector> vector(OptionalInt found) throws IOException {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    int doc = found.getAsInt();
    var leaves = searcher.getIndexReader().leaves();
    var leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    var values = leaf.reader().getFloatVectorValues(Rows.EMBEDDING);
    var iterator = values.iterator();
    iterator.advance(doc - leaf.docBase);
    var vector = values.vectorValue(iterator.index()).clone();
    return Optional.of(new StoredVector(vector, Rows.provenance(stored.document(doc))));
  }

  private OptionalInt find(Term key) throws IOException {
    var reader = searcher.getIndexReader();
    var leaves = reader.leaves();
    var dictionary = dictionary(key.field(), reader);
    for (int i = leaves.size() - 1; i >= 0; i--) {
      int doc = dictionary[i].seekExact(key.bytes()) ? live(leaves.get(i), dictionary[i]) : -1;
      if (doc >= 0) {
        return OptionalInt.of(doc);
      }
    }
    return OptionalInt.empty();
  }

  private static int live(LeafReaderContext leaf, TermsEnum at) throws IOException {
    var live = leaf.reader().getLiveDocs();
    var docs = at.postings(null, PostingsEnum.NONE);
    for (int d = docs.nextDoc(); d != DocIdSetIterator.NO_MORE_DOCS; d = docs.nextDoc()) {
      if (live == null || live.get(d)) {
        return leaf.docBase + d;
      }
    }
    return -1;
  }

  private TermsEnum[] dictionary(String field, IndexReader reader) throws IOException {
    var known = dictionaries.get(field);
    if (known != null) {
      return known;
    }
    var leaves = reader.leaves();
    var all = new TermsEnum[leaves.size()];
    for (int i = 0; i < all.length; i++) {
      var terms = leaves.get(i).reader().terms(field);
      all[i] = terms == null ? TermsEnum.EMPTY : terms.iterator();
    }
    dictionaries.put(field, all);
    return all;
  }
}
