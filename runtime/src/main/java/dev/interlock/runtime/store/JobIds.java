package dev.interlock.runtime.store;

import dev.interlock.core.time.WallClock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Names for jobs: eight letters and digits that a person can type, in the order in which they were
/// given.
///
/// Six digits of base 32 (Crockford's, without i, l, o and u) for the seconds since 2026, good
/// until 2060, and two that start at random and count on. Two processes may give the same one; the
/// store then asks again. Thread: any, several at once.
public final class JobIds implements Supplier<String> {
  private static final long SECONDS_2026 = 1_767_225_600L;
  private static final int TAIL_BITS = 10;
  private static final int DIGITS = 8;
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

  private final WallClock clock;
  private final RandomGenerator random;
  private long last;

  /// From a clock and a source of chance.
  public JobIds(WallClock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /// A name above every one given before.
  @Override
  public synchronized String get() {
    long seconds = Math.max(0, clock.now().getEpochSecond() - SECONDS_2026);
    // The lower half of the tail, so that a second has room to count on.
    long fresh = (seconds << TAIL_BITS) + random.nextInt(1 << (TAIL_BITS - 1));
    last = Math.max(last + 1, fresh);
    var id = new char[DIGITS];
    long rest = last;
    for (int i = DIGITS - 1; i >= 0; i--) {
      id[i] = ALPHABET.charAt((int) (rest & 31));
      rest >>>= 5;
    }
    return new String(id);
  }
}
