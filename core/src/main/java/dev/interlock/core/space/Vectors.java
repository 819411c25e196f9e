package dev.interlock.core.space;

/// Arithmetic on single vectors. Sums run in double precision, so components of size 1e30 don't
/// overflow.
///
/// Thread: any, pure.
public final class Vectors {
  private Vectors() {}

  /// Whether every component is a finite number.
  public static boolean finite(float[] v) {
    for (float x : v) {
      if (!Float.isFinite(x)) {
        return false;
      }
    }
    return true;
  }

  /// Euclidean length.
  public static double length(float[] v) {
    double sum = 0;
    for (float x : v) {
      sum += (double) x * x;
    }
    return Math.sqrt(sum);
  }

  /// The vector scaled to length 1; NaN components if the length is zero.
  public static float[] unit(float[] v) {
    double length = length(v);
    var unit = new float[v.length];
    for (int i = 0; i < v.length; i++) {
      unit[i] = (float) (v[i] / length);
    }
    return unit;
  }

  /// Dot product of two vectors of one width.
  ///
  /// @throws IllegalArgumentException if the widths differ
  public static double dot(float[] a, float[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException("widths differ: %d and %d".formatted(a.length, b.length));
    }
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }

  /// Cosine in `[-1, 1]`; NaN if either length is zero, which callers must treat as a refusal.
  ///
  /// @throws IllegalArgumentException if the widths differ
  public static double cosine(float[] a, float[] b) {
    return Math.clamp(dot(a, b) / (length(a) * length(b)), -1.0, 1.0);
  }
}
