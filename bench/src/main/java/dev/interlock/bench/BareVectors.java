package dev.interlock.bench;

import dev.interlock.index.table.WideVectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RescoreTopNQuery;
import org.apache.lucene.store.FSDirectory;

/// Lucene alone with the product's vector format and number of candidates: a graph search that
/// gives the stored numbers of the best, ranked by its own int8 scores.
final class BareVectors implements AutoCloseable {
  private static final String NUMBER = "number";
  private static final String VECTOR = "vector";
  private static final double BUFFER_MB = 32;

  /// Both as the product's defaults.
  private static final int CANDIDATES = 128;

  private static final int EXACT = 40;

  private final FSDirectory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  private BareVectors(FSDirectory directory) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    this.searcher = new IndexSearcher(reader);
  }

  /// Indexes the vectors below an empty folder, in one segment.
  static BareVectors of(List<float[]> vectors, Path folder) {
    try {
      var directory = FSDirectory.open(folder);
      try (var writer = new IndexWriter(directory, config())) {
        for (int i = 0; i < vectors.size(); i++) {
          var document = new Document();
          document.add(new StoredField(NUMBER, i));
          document.add(
              new KnnFloatVectorField(
                  VECTOR, vectors.get(i), VectorSimilarityFunction.DOT_PRODUCT));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
        writer.commit();
      }
      return new BareVectors(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig()
        .setCodec(
            new Lucene104Codec() {
              @Override
              public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                return new WideVectors();
              }
            })
        .setRAMBufferSizeMB(BUFFER_MB);
  }

  /// Pieces that each have a graph of their own.
  int segments() {
    return reader.leaves().size();
  }

  /// The numbers of the `k` nearest by the graph's own int8 scores.
  List<Integer> nearest(float[] query, int k) {
    return numbers(new KnnFloatVectorQuery(VECTOR, query, CANDIDATES), k);
  }

  /// The numbers of the `k` nearest, the best candidates ranked by their raw vectors.
  List<Integer> nearestExact(float[] query, int k) {
    var knn = new KnnFloatVectorQuery(VECTOR, query, CANDIDATES);
    return numbers(RescoreTopNQuery.createFullPrecisionRescorerQuery(knn, query, VECTOR, EXACT), k);
  }

  private List<Integer> numbers(Query query, int k) {
    try {
      var stored = searcher.storedFields();
      var numbers = new ArrayList<Integer>();
      for (var hit : searcher.search(query, k).scoreDocs) {
        numbers.add(stored.document(hit.doc).getField(NUMBER).numericValue().intValue());
      }
      return numbers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (directory) {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
