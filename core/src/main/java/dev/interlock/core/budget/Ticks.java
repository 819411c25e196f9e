package dev.interlock.core.budget;

/// Ticks are compared by subtraction: their origin is arbitrary and they may wrap around.
final class Ticks {
  static final long SECOND = 1_000_000_000L;

  private Ticks() {}

  static boolean reached(long tick, long nowNanos) {
    return nowNanos - tick >= 0;
  }

  static boolean before(long tick, long other) {
    return tick - other < 0;
  }

  static long later(long tick, long other) {
    return before(tick, other) ? other : tick;
  }

  static long earlier(long tick, long other) {
    return before(tick, other) ? tick : other;
  }
}
