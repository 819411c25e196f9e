package dev.interlock.runtime.account;

import java.util.OptionalLong;
import java.util.TreeSet;

/// The ticks at which a lane wants to be woken, and the timers that are under way for them. A timer
/// can't be taken back, so one is started only for a wish that comes before all others.
///
/// Thread: its lane.
final class Wakes {
  private final TreeSet<Long> wishes = new TreeSet<>((a, b) -> Long.signum(a - b));
  private final TreeSet<Long> timers = new TreeSet<>((a, b) -> Long.signum(a - b));

  /// A wish; says for which tick a timer has to be started, if for any.
  OptionalLong wish(long tick) {
    wishes.add(tick);
    return timer();
  }

  /// The timer of a tick has gone off.
  ///
  /// @return whether a wish is due
  boolean wentOff(long tick, long nowNanos) {
    timers.remove(tick);
    boolean due = !wishes.isEmpty() && nowNanos - wishes.first() >= 0;
    wishes.headSet(nowNanos, true).clear();
    return due;
  }

  /// For which tick a timer has to be started, if for any: a timer may have gone off too early.
  OptionalLong timer() {
    if (wishes.isEmpty() || (!timers.isEmpty() && timers.first() - wishes.first() <= 0)) {
      return OptionalLong.empty();
    }
    timers.add(wishes.first());
    return OptionalLong.of(wishes.first());
  }

  /// Timers under way.
  int timers() {
    return timers.size();
  }
}
