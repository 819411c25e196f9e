package dev.interlock.testkit;

import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/// Time that stands still until a test moves it.
///
/// The ticks begin a minute before they overflow, so that code which compares readings otherwise
/// than by subtraction fails here and not after 292 years.
///
/// Thread: any; callbacks run on the thread that calls [#advance], with no lock held.
public final class ManualTime implements Ticker, WallClock, Scheduler {
  /// The wall clock's first instant.
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final long FIRST_TICK = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  private record Due(long atNanos, long order, Runnable action) {}

  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::order));
  private long elapsedNanos;
  private long orders;

  @Override
  public synchronized long nanos() {
    return FIRST_TICK + elapsedNanos;
  }

  @Override
  public synchronized Instant now() {
    return START.plusNanos(elapsedNanos);
  }

  /// Time since the beginning.
  public synchronized Duration elapsed() {
    return Duration.ofNanos(elapsedNanos);
  }

  /// Runs the action once, when so much time has passed from now; at the next [#advance] if that is
  /// none.
  @Override
  public synchronized void after(Duration delay, Runnable action) {
    due.add(new Due(elapsedNanos + delay.toNanos(), orders++, action));
  }

  /// Runs the action once, so much time after the beginning.
  public synchronized void at(Duration sinceStart, Runnable action) {
    due.add(new Due(sinceStart.toNanos(), orders++, action));
  }

  /// When the next action falls due, since the beginning; empty if nothing waits.
  public synchronized Optional<Duration> nextDue() {
    return Optional.ofNullable(due.peek()).map(next -> Duration.ofNanos(next.atNanos()));
  }

  /// Moves time and runs what falls due, in order of time and then of scheduling; each action sees
  /// its own moment as the present, and what it schedules within the step runs in the step.
  ///
  /// @throws IllegalArgumentException if the step is negative
  public void advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("time only moves forward, got " + step);
    }
    long until = elapsed().plus(step).toNanos();
    for (var next = next(until); next.isPresent(); next = next(until)) {
      next.get().action().run();
    }
    synchronized (this) {
      elapsedNanos = Math.max(elapsedNanos, until);
    }
  }

  private synchronized Optional<Due> next(long untilNanos) {
    Due first = due.peek();
    if (first == null || first.atNanos() > untilNanos) {
      return Optional.empty();
    }
    due.remove();
    elapsedNanos = Math.max(elapsedNanos, first.atNanos());
    return Optional.of(first);
  }
}
