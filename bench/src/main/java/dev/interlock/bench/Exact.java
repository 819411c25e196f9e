package dev.interlock.bench;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.VectorUtil;

/// The truth about nearest vectors, by looking at all of them.
///
/// @param vectors all, each of length 1
record Exact(List<float[]> vectors) {
  /// What rounding may make of equal cosines.
  private static final float TIE = 1e-6f;

  /// How many of the found are among the `k` nearest; of equally near ones any will do.
  int hits(float[] query, List<Integer> found, int k) {
    float least = cosineAt(query, k);
    return (int)
        found.stream()
            .limit(k)
            .distinct()
            .filter(i -> VectorUtil.dotProduct(query, vectors.get(i)) >= least - TIE)
            .count();
  }

  private float cosineAt(float[] query, int k) {
    var cosines = new float[vectors.size()];
    for (int i = 0; i < cosines.length; i++) {
      cosines[i] = VectorUtil.dotProduct(query, vectors.get(i));
    }
    Arrays.sort(cosines);
    return cosines[cosines.length - k];
  }
}
