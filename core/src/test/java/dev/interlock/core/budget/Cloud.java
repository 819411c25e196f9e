package dev.interlock.core.budget;

import dev.interlock.core.Gen;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/// An account in use, on simulated time: callers ask, calls take their time, the provider answers
/// or throttles. The budget is [Watched] all along.
final class Cloud {
  final Watched budget = new Watched();
  final Gen gen;

  /// How long each waiter waited, in nanoseconds, by its number.
  final Map<Long, Long> waited = new HashMap<>();

  /// 429 so far, and when the last came.
  int throttled;

  long longestCall;
  private final LongSupplier latency;
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private final Map<Long, Long> asked = new HashMap<>();
  private final Map<Long, Runnable> after = new HashMap<>();
  private LongPredicate storm = _ -> false;
  private long tasksSoFar;
  private int starts;

  /// @param latency draws a call's time on the wire
  Cloud(Gen gen, LongSupplier latency) {
    this.gen = gen;
    this.latency = latency;
  }

  private record Task(long tick, long number, Runnable work) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return tick == other.tick
          ? Long.compare(number, other.number)
          : tick - other.tick < 0 ? -1 : 1;
    }
  }

  int starts() {
    return starts;
  }

  void discovered(int rpm, boolean funded) {
    budget.on(
        new Event.Discovered(
            OptionalInt.of(rpm),
            funded ? Optional.of(new News.Funded(OptionalLong.empty())) : Optional.empty(),
            budget.now));
    perform();
  }

  /// All calls that start at such a tick meet 429.
  void storms(LongPredicate when) {
    storm = when;
  }

  void at(long tick, Runnable work) {
    tasks.add(new Task(tick, tasksSoFar++, work));
  }

  /// A job that always has so many waiters.
  void job(String project, int waiters) {
    for (int i = 0; i < waiters; i++) {
      again(project, 1_000_000L + i);
    }
  }

  private void again(String project, long waiter) {
    ask(waiter, project, Use.BULK, () -> again(project, waiter + 1_000));
  }

  /// One waiter, patient for a day.
  ///
  /// @param gone what happens once it waits no longer
  void ask(long waiter, String project, Use use, Runnable gone) {
    asked.put(waiter, budget.now);
    after.put(waiter, gone);
    long day = 24 * 60 * Watched.MINUTE;
    budget.on(new Event.Asked(new Ask(waiter, "h", project, use, day, day)));
    perform();
  }

  /// Goes on to a moment.
  void until(long end) {
    while (true) {
      var wake = budget.nextWake();
      long next = tasks.isEmpty() ? end : Ticks.earlier(tasks.peek().tick(), end);
      if (wake.isPresent() && wake.getAsLong() - next <= 0) {
        budget.until(wake.getAsLong());
        perform();
      } else if (tasks.isEmpty() || tasks.peek().tick() - end > 0) {
        budget.until(end);
        return;
      } else {
        budget.until(next);
        tasks.remove().work().run();
      }
    }
  }

  private void perform() {
    while (!budget.said.isEmpty()) {
      if (budget.said.removeFirst() instanceof Effect.Granted(var waiter, var lease)) {
        started(waiter, lease);
      }
    }
  }

  private void started(long waiter, Lease lease) {
    starts++;
    waited.put(waiter, budget.now - asked.getOrDefault(waiter, budget.now));
    boolean meets429 = storm.test(budget.now);
    long wire = meets429 ? Watched.SECOND / 10 : latency.getAsLong();
    longestCall = Math.max(longestCall, wire);
    at(budget.now + wire, () -> ended(lease, meets429, wire));
    var gone = after.remove(waiter);
    if (gone != null) {
      at(budget.now, gone);
    }
  }

  private void ended(Lease lease, boolean met429, long wire) {
    if (met429) {
      throttled++;
    }
    budget.on(
        new Event.Ended(
            lease.id(),
            met429
                ? new Outcome.Throttled(
                    new Pushback(OptionalLong.empty(), gen.between(0, 1_000_000)))
                : new Outcome.Answered(wire)));
    perform();
  }
}
