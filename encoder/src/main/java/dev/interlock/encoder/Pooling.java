package dev.interlock.encoder;

import java.nio.FloatBuffer;

/// From one vector a token to one vector a text, scaled to length 1.
enum Pooling {
  /// The mean over all tokens. Without padding every row counts, so the mask of the model's recipe
  /// is all ones.
  MEAN {
    @Override
    float[] pooled(FloatBuffer rows, int width) {
      var sums = new double[width];
      while (rows.hasRemaining()) {
        for (int i = 0; i < width; i++) {
          sums[i] += rows.get();
        }
      }
      // The direction of the sum is that of the mean.
      return unit(sums);
    }
  },
  /// The first token, which stands for the whole text.
  FIRST {
    @Override
    float[] pooled(FloatBuffer rows, int width) {
      var first = new double[width];
      for (int i = 0; i < width; i++) {
        first[i] = rows.get();
      }
      return unit(first);
    }
  };

  /// @param rows one or more rows of `width` components each
  abstract float[] pooled(FloatBuffer rows, int width);

  private static float[] unit(double[] vector) {
    double squares = 0;
    for (double component : vector) {
      squares += component * component;
    }
    double length = Math.sqrt(squares);
    var unit = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }
}
