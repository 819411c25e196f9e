package dev.interlock.core;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Seeded draws for random histories. A failing history names its seed, which alone repeats it.
public final class Gen {
  private final SplittableRandom random;

  private Gen(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// Draws of one seed.
  public static Gen of(long seed) {
    return new Gen(seed);
  }

  /// Runs a property once for each of the first `seeds` seeds.
  public static void each(int seeds, Consumer<Gen> property) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        property.accept(of(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /// A whole number from `least` to `most`, both included.
  public int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /// Whether something happens that happens so often in a hundred times.
  public boolean chance(int percent) {
    return between(1, 100) <= percent;
  }

  /// A waiting time with that mean, as between independent events; 1 or more.
  public long exponential(long mean) {
    return Math.max(1, Math.round(-mean * Math.log(1 - random.nextDouble())));
  }

  /// A number from `least`, included, to `most`, excluded.
  public double between(double least, double most) {
    return random.nextDouble(least, most);
  }

  /// A normal draw with mean 0 and deviation 1.
  public double normal() {
    return random.nextGaussian();
  }

  /// A direction drawn evenly from the sphere.
  public float[] direction(int width) {
    var v = new float[width];
    double squares = 0;
    for (int k = 0; k < width; k++) {
      v[k] = (float) normal();
      squares += (double) v[k] * v[k];
    }
    for (int k = 0; k < width; k++) {
      v[k] = (float) (v[k] / Math.sqrt(squares));
    }
    return v;
  }
}
