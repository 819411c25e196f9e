package dev.interlock.index.table;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/// Lucene's graph over int8 vectors with the raw ones beside it, for vectors wider than the 1,024
/// components that Lucene itself takes (C09).
///
/// Public only because Lucene finds it by its name, which every segment carries: see
/// `META-INF/services`.
public final class WideVectors extends KnnVectorsFormat {
  static final int MAX_DIMENSIONS = 16_384;

  private final KnnVectorsFormat inner = new Lucene104HnswScalarQuantizedVectorsFormat();

  /// For Lucene.
  public WideVectors() {
    super("InterlockWideVectors");
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    return inner.fieldsWriter(state);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return inner.fieldsReader(state);
  }

  @Override
  public int getMaxDimensions(String fieldName) {
    return MAX_DIMENSIONS;
  }
}
