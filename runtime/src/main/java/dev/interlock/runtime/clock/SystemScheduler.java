package dev.interlock.runtime.clock;

import dev.interlock.core.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Waits for real time on one daemon thread; each task then runs on a thread of its own.
public final class SystemScheduler implements Scheduler, AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("timer").daemon().factory());
  private final Executor threads;

  /// A scheduler whose tasks run on these threads.
  public SystemScheduler(Executor threads) {
    this.threads = threads;
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void after(Duration delay, Runnable task) {
    var _ = timer.schedule(() -> threads.execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Drops what has not come due.
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
