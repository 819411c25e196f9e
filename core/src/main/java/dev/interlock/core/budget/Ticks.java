package dev.interlock.core.budget;

import java.util.List;
import java.util.OptionalLong;

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

  /// The earliest of those that are known.
  static OptionalLong earliest(List<OptionalLong> ticks) {
    var first = OptionalLong.empty();
    for (var tick : ticks) {
      if (first.isEmpty()) {
        first = tick;
      } else if (tick.isPresent()) {
        first = OptionalLong.of(earlier(first.getAsLong(), tick.getAsLong()));
      }
    }
    return first;
  }

  static long earlier(long tick, long other) {
    return before(tick, other) ? tick : other;
  }
}
