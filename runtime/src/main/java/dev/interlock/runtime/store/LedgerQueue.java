package dev.interlock.runtime.store;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Rows on their way from event loops to the disk.
///
/// The store's own lane blocks whoever finds its queue full, which an event loop must not be. So
/// rows collect here, and one thread at a time writes all that has collected in one work: while the
/// last commit waits for the disk, the next batch grows. Nothing runs while there is nothing to
/// write.
///
/// The writer rests for [#REST] after each work, so that rows of the meantime share the next: a
/// commit costs several times what a row does, and nobody waits for these. Who asks for rows ends
/// the rest.
///
/// Beyond [#BOUND] rows the newest is dropped, and counted. A disk that can't keep up for so long
/// leaves two other ways: to stop the callers, which for a row that says what a free call did is
/// the greater damage, or to grow until the heap is full, which stops them all. What costs money
/// does not pass here: it is reserved and awaited.
///
/// A write that fails is tried again with the same rows after [#RETRY].
final class LedgerQueue {
  /// Rows that may wait: some 15 MB of heap.
  static final int BOUND = 32_768;

  /// Rows of one work at the most.
  static final int BATCH = 1_024;

  static final Duration REST = Duration.ofMillis(20);

  static final Duration RETRY = Duration.ofSeconds(1);

  private static final Logger LOG = Logger.getLogger(LedgerQueue.class.getName());
  private static final int IDLE = 0;
  private static final int RUNNING = 1;
  private static final int RESTING = 2;
  private static final int WAITING = 3;

  private final BlockingQueue<Attempt> queue = new LinkedBlockingQueue<>(BOUND);
  private final AtomicInteger state = new AtomicInteger(IDLE);
  private final AtomicLong noted = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Threads threads;
  private final Sink sink;
  private List<Attempt> batch = new ArrayList<>();
  private long settled;
  private boolean troubled;
  private volatile boolean failing;
  private volatile boolean full;
  private volatile boolean closed;

  /// How a drain ended.
  private enum Drain {
    /// Nothing is left.
    DRY,
    /// Rows were written; there may be more already.
    WRITTEN,
    FAILED
  }

  /// Where the work is done, and how a failed one waits.
  ///
  /// @param executor tasks block
  record Threads(Executor executor, Scheduler scheduler) {}

  /// What writes.
  interface Sink {
    /// Whether there is something to write besides rows.
    boolean more();

    /// Makes the rows durable, with whatever else there is; blocks.
    ///
    /// @throws RuntimeException if nothing of it was written
    void write(List<Attempt> rows);
  }

  LedgerQueue(Threads threads, Sink sink) {
    this.threads = threads;
    this.sink = sink;
  }

  /// Takes a row, or drops it. Never blocks.
  void note(Attempt attempt) {
    noted.incrementAndGet();
    if (closed) {
      count();
    } else if (queue.offer(attempt)) {
      wake();
    } else {
      drop();
    }
  }

  private void count() {
    dropped.incrementAndGet();
    settle(1);
  }

  private void drop() {
    count();
    if (!full) {
      full = true;
      LOG.warning("the disk can't keep up: rows of the ledger are dropped, and counted");
    }
  }

  /// Has what there is written. Never blocks.
  void wake() {
    if (state.get() == IDLE) {
      runFrom(IDLE);
    }
  }

  private void runFrom(int expected) {
    if (state.compareAndSet(expected, RUNNING)) {
      try {
        threads.executor().execute(this::pump);
      } catch (RejectedExecutionException e) {
        // The program ends; what is left is written by close.
        state.set(IDLE);
      }
    }
  }

  private void pump() {
    do {
      switch (drain()) {
        case DRY -> state.set(IDLE);
        case WRITTEN -> {
          state.set(RESTING);
          threads.scheduler().after(REST, () -> runFrom(RESTING));
          // Who asked in the meantime found nothing to end.
          settle(0);
          return;
        }
        case FAILED -> {
          state.set(WAITING);
          threads.scheduler().after(RETRY, this::retry);
          failing = true;
          settle(0);
          return;
        }
      }
    } while (anything() && state.compareAndSet(IDLE, RUNNING));
  }

  private void retry() {
    failing = false;
    if (state.compareAndSet(WAITING, IDLE)) {
      wake();
    }
  }

  private boolean anything() {
    return !batch.isEmpty() || !queue.isEmpty() || sink.more();
  }

  /// Writes until nothing is left, less than a whole work was written or a write fails. Only who
  /// holds the state runs it.
  private Drain drain() {
    while (anything()) {
      if (batch.isEmpty()) {
        queue.drainTo(batch, BATCH);
      }
      try {
        sink.write(List.copyOf(batch));
      } catch (RuntimeException e) {
        failed(e);
        return Drain.FAILED;
      }
      int written = batch.size();
      batch.clear();
      recovered();
      settle(written);
      if (written > 0 && written < BATCH) {
        return Drain.WRITTEN;
      }
    }
    return Drain.DRY;
  }

  private void failed(RuntimeException e) {
    if (!troubled) {
      troubled = true;
      LOG.log(Level.WARNING, e, () -> "rows of the ledger can't be written; they are kept");
    }
  }

  private void recovered() {
    if (troubled) {
      troubled = false;
      LOG.warning("rows of the ledger are written again");
    }
    if (full && queue.remainingCapacity() > BOUND / 2) {
      full = false;
      LOG.warning(
          "the disk keeps up again; %d rows of the ledger were dropped".formatted(dropped()));
    }
  }

  private void settle(long rows) {
    lock.lock();
    try {
      settled += rows;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until each row noted before is durable or dropped, or until the disk fails.
  void awaitWritten() {
    long upTo = noted.get();
    lock.lock();
    try {
      while (settled < upTo && !failing && !closed) {
        runFrom(RESTING);
        moved.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Rows dropped so far.
  long dropped() {
    return dropped.get();
  }

  /// Rows that wait.
  int waiting() {
    return queue.size();
  }

  /// Writes what is left; what can't be written is dropped.
  void close() {
    closed = true;
    settle(0);
    while (!state.compareAndSet(IDLE, RUNNING)
        && !state.compareAndSet(RESTING, RUNNING)
        && !state.compareAndSet(WAITING, RUNNING)) {
      Thread.onSpinWait();
    }
    var left = drain();
    while (left == Drain.WRITTEN) {
      left = drain();
    }
    if (left == Drain.FAILED) {
      int lost = batch.size() + queue.size();
      dropped.addAndGet(lost);
      LOG.warning("%d rows of the ledger were lost at the end".formatted(lost));
    }
  }
}
