package dev.interlock.it.sim;

import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.Seeds;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// What every part of a simulation stands on.
///
/// @param seeds a stream of chance for each part, by name
/// @param verdict told of every rule that is broken
record Ground(ManualTime time, Seeds seeds, Verdict verdict) {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;

  /// Nanoseconds since the beginning.
  long now() {
    return time.elapsed().toNanos();
  }

  void after(long nanos, Runnable work) {
    time.after(Duration.ofNanos(nanos), work);
  }

  RandomGenerator chance(String name) {
    return seeds.stream(name);
  }

  /// A draw around a mean: short ones are common, long ones rare.
  static long around(RandomGenerator chance, long meanNanos) {
    return 1 + Math.min(20 * meanNanos, (long) (meanNanos * -Math.log(1 - chance.nextDouble())));
  }
}
