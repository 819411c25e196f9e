package dev.interlock.testkit;

import dev.interlock.core.space.Vectors;
import java.util.SplittableRandom;

/// Unit vectors drawn evenly over the sphere, one per seed.
final class Directions {
  /// Of 4,000 salts the one whose probes lie farthest apart at width 4, over table limits from 64
  /// to 8,192 tokens.
  static final long SALT = 1596;

  private Directions() {}

  static float[] of(long seed, int width) {
    var random = new SplittableRandom(seed);
    var vector = new float[width];
    for (int i = 0; i < width; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return Vectors.unit(vector);
  }
}
