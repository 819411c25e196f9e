package dev.interlock.app.wiring;

import dev.interlock.runtime.store.MoneyStore;
import dev.interlock.runtime.store.StoreException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Removes the till's rows of settled calls, and its sums, once they are older than the ledger's
/// own rows may be; never those that a day may still need, wherever it begins.
///
/// Thread: any.
final class MoneySweep implements AutoCloseable {
  /// How often; and once at the start.
  static final Duration EVERY = Duration.ofHours(1);

  /// Sums that a till takes over at its start reach back so far, and an hour for what is lost.
  private static final Duration LEAST = Duration.ofDays(4);

  private static final Logger LOG = Logger.getLogger(MoneySweep.class.getName());

  private final MoneyStore store;
  private final Running.Time time;
  private final Executor threads;
  private final Duration keep;
  private volatile boolean closed;

  /// @param keep how long the ledger keeps rows
  MoneySweep(MoneyStore store, Running.Time time, Executor threads, Duration keep) {
    this.store = store;
    this.time = time;
    this.threads = threads;
    this.keep = keep.compareTo(LEAST) < 0 ? LEAST : keep;
  }

  void start() {
    if (closed) {
      return;
    }
    try {
      threads.execute(this::sweep);
      time.scheduler().after(EVERY, this::start);
    } catch (RejectedExecutionException theProgramEnds) {
      closed = true;
    }
  }

  private void sweep() {
    try {
      store.expire(time.wall().now().minus(keep));
    } catch (StoreException | IllegalStateException e) {
      if (!closed) {
        LOG.log(Level.WARNING, e, () -> "old rows of settled calls could not be removed");
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
