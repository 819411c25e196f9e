package dev.interlock.bench;

import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Vectors that lie as those of real texts do: in clusters, and within these along a few directions
/// that all share, so that a vector's neighbours are near by different degrees.
final class Clusters {
  private static final int DIRECTIONS = 32;

  /// How far members of a cluster spread along the shared directions, and besides them.
  private static final double SPREAD = 0.6;

  private static final double NOISE = 0.2;

  private final RandomGenerator random;
  private final int width;
  private final List<float[]> centres;
  private final List<float[]> directions;

  Clusters(int width, int clusters, RandomGenerator random) {
    this.width = width;
    this.random = random;
    this.centres = drawn(clusters);
    this.directions = drawn(DIRECTIONS);
  }

  private List<float[]> drawn(int count) {
    var all = new ArrayList<float[]>();
    for (int i = 0; i < count; i++) {
      all.add(Vectors.unit(gaussian(1)));
    }
    return all;
  }

  private float[] gaussian(double scale) {
    var vector = new float[width];
    for (int i = 0; i < width; i++) {
      vector[i] = (float) (scale * random.nextGaussian());
    }
    return vector;
  }

  /// So many new vectors of length 1, each of a cluster drawn by chance.
  List<float[]> unitVectors(int count) {
    var all = new ArrayList<float[]>();
    for (int i = 0; i < count; i++) {
      all.add(next());
    }
    return all;
  }

  private float[] next() {
    var vector = gaussian(NOISE / Math.sqrt(width));
    add(vector, centres.get(random.nextInt(centres.size())), 1);
    for (var direction : directions) {
      add(vector, direction, SPREAD / Math.sqrt(DIRECTIONS) * random.nextGaussian());
    }
    return Vectors.unit(vector);
  }

  private static void add(float[] to, float[] vector, double scale) {
    for (int i = 0; i < to.length; i++) {
      to[i] += (float) (scale * vector[i]);
    }
  }
}
