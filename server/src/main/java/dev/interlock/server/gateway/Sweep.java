package dev.interlock.server.gateway;

import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// All deadlines of all exchanges, looked at together every 50 ms: a timer per request would cost a
/// quarter of its CPU (http-stack §1). Stands still while there is no exchange.
///
/// Owner thread: the event loop; the scheduler's thread only posts the next look.
final class Sweep {
  private static final Duration PERIOD = Duration.ofMillis(50);

  /// Something with a deadline.
  abstract static class Timed {
    private int slot = -1;

    /// The tick from which on it is late.
    abstract long dueNanos();

    /// It is late.
    abstract void late();
  }

  private final Ticker ticker;
  private final Scheduler scheduler;
  private final List<Timed> all = new ArrayList<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean ticking = new AtomicBoolean();
  private volatile Optional<Context> loop = Optional.empty();

  Sweep(Ticker ticker, Scheduler scheduler) {
    this.ticker = ticker;
    this.scheduler = scheduler;
  }

  void add(Timed timed) {
    if (loop.isEmpty()) {
      loop = Optional.ofNullable(Vertx.currentContext());
    }
    timed.slot = all.size();
    all.add(timed);
    count.incrementAndGet();
    if (ticking.compareAndSet(false, true)) {
      scheduler.after(PERIOD, this::tick);
    }
  }

  void remove(Timed timed) {
    if (timed.slot < 0) {
      return;
    }
    var last = all.removeLast();
    if (last.slot != timed.slot) {
      all.set(timed.slot, last);
      last.slot = timed.slot;
    }
    timed.slot = -1;
    count.decrementAndGet();
  }

  /// Goes on by itself, so that a clock which jumps makes no gap; the look itself reads the clock.
  private void tick() {
    if (count.get() == 0) {
      ticking.set(false);
      // An exchange may have come in between.
      if (count.get() == 0 || !ticking.compareAndSet(false, true)) {
        return;
      }
    }
    scheduler.after(PERIOD, this::tick);
    loop.ifPresent(on -> on.runOnContext(_ -> look()));
  }

  private void look() {
    long now = ticker.nanos();
    for (var timed : List.copyOf(all)) {
      if (timed.slot >= 0 && now - timed.dueNanos() >= 0) {
        timed.late();
      }
    }
  }
}
