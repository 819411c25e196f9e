package dev.interlock.core.budget;

/// When calls started within the last minute: a ring of ticks, oldest first (A10).
///
/// Thread: the account's lane.
final class RateWindow {
  static final long WIDTH = 60 * Ticks.SECOND;

  private long[] ticks = new long[64];
  private int first;
  private int count;

  /// A call starts. Beyond the highest rate that is ever enforced the oldest is forgotten.
  void started(long nowNanos) {
    drop(nowNanos);
    if (count == Ceiling.MOST_RPM) {
      first = (first + 1) % ticks.length;
      count--;
    }
    if (count == ticks.length) {
      grow();
    }
    ticks[(first + count) % ticks.length] = nowNanos;
    count++;
  }

  /// Calls that started within the last minute: one that did exactly a minute ago is out.
  int count(long nowNanos) {
    drop(nowNanos);
    return count;
  }

  /// From when on another call keeps the window at `most`, 1 or more: now, or later.
  long freeAt(int most, long nowNanos) {
    drop(nowNanos);
    return count < most ? nowNanos : ticks[(first + count - most) % ticks.length] + WIDTH;
  }

  private void drop(long nowNanos) {
    while (count > 0 && Ticks.reached(ticks[first] + WIDTH, nowNanos)) {
      first = (first + 1) % ticks.length;
      count--;
    }
  }

  private void grow() {
    var more = new long[ticks.length * 2];
    for (int i = 0; i < count; i++) {
      more[i] = ticks[(first + i) % ticks.length];
    }
    ticks = more;
    first = 0;
  }
}
