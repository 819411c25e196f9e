package dev.interlock.core.time;

import java.time.Duration;

/// The only way to wait for time: a task that runs once, later, on a thread of the scheduler's
/// choosing.
@FunctionalInterface
public interface Scheduler {
  /// Runs the task once after the delay. The task must be short or hop to a thread of its own.
  void after(Duration delay, Runnable task);
}
