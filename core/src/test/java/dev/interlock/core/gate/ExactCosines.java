package dev.interlock.core.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Cosines without a rounding error: whole-numbered vectors whose length is whole too, against
/// anchors along the axes.
final class ExactCosines {
  private static final int N = Synthetic.SET.size();
  static final Anchors ANCHORS =
      new Anchors(Synthetic.SET, IntStream.range(0, N).mapToObj(ExactCosines::axis).toList());

  private ExactCosines() {}

  /// One probe at that cosine, all others at 0.9990.
  static List<float[]> set(double least) {
    var vectors = new ArrayList<float[]>();
    for (int i = 0; i < N; i++) {
      vectors.add(vector(i, 999, 44, 7, 3, 2, 1));
    }
    int at = Synthetic.position("script-hindi");
    vectors.set(
        at,
        switch (Reasons.figure(least)) {
          case "0.9500" -> vector(at, 95, 31, 3, 2, 1);
          case "0.9899" -> vector(at, 9899, 1417, 43, 6, 5);
          case "0.9900" -> vector(at, 99, 14, 1, 1, 1);
          case "0.9901" -> vector(at, 9901, 1403, 42, 5, 1);
          case String other -> throw new IllegalArgumentException(other);
        });
    return vectors;
  }

  private static float[] axis(int i) {
    return vector(i, 1);
  }

  private static float[] vector(int axis, int along, int... aside) {
    var v = new float[N + 5];
    v[axis] = along;
    for (int k = 0; k < aside.length; k++) {
      v[N + k] = aside[k];
    }
    return v;
  }
}
