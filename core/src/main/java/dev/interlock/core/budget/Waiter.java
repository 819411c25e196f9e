package dev.interlock.core.budget;

import java.util.Comparator;

/// An ask that waits.
///
/// @param deadlineNanos the last tick at which it may still be granted
record Waiter(Ask ask, long deadlineNanos) {
  static final Comparator<Waiter> BY_DEADLINE =
      (a, b) ->
          a.deadlineNanos == b.deadlineNanos
              ? Long.compare(a.id(), b.id())
              : Ticks.before(a.deadlineNanos, b.deadlineNanos) ? -1 : 1;

  long id() {
    return ask.waiter();
  }

  String project() {
    return ask.project();
  }
}
