package dev.interlock.encoder;

import java.nio.FloatBuffer;

/// From one vector a token to one vector a text.
final class Pooling {
  private Pooling() {}

  /// The mean of the rows, scaled to length 1. Without padding every row counts, so the mask of the
  /// model's recipe is all ones.
  ///
  /// @param rows one or more rows of `width` components each
  static float[] mean(FloatBuffer rows, int width) {
    var sums = new double[width];
    while (rows.hasRemaining()) {
      for (int i = 0; i < width; i++) {
        sums[i] += rows.get();
      }
    }
    double squares = 0;
    for (double sum : sums) {
      squares += sum * sum;
    }
    double length = Math.sqrt(squares);
    var unit = new float[width];
    for (int i = 0; i < width; i++) {
      // The direction of the sum is that of the mean.
      unit[i] = (float) (sums[i] / length);
    }
    return unit;
  }
}
