package dev.interlock.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The one thread that writes, and its queue.
///
/// Group commit without a waiting window: while one commit waits for the disk, works queue; the
/// next transaction takes all of them. So a lone writer waits for one sync, and many writers share
/// one.
final class WriterLane implements AutoCloseable {
  /// Works that may wait; one more blocks its caller.
  static final int QUEUE = 4_096;

  /// Works in one transaction at the most.
  static final int GROUP = 512;

  private final Connection connection;
  private final BlockingQueue<PendingWrite<?>> queue = new ArrayBlockingQueue<>(QUEUE);
  private final PendingWrite<Boolean> stop = new PendingWrite<>(_ -> true);
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean ended;
  private final AtomicLong commits = new AtomicLong();

  WriterLane(Connection connection) {
    this.connection = connection;
    this.thread = Thread.ofPlatform().daemon().name("store-writer").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Queues a work; blocks while the queue is full.
  ///
  /// @throws IllegalStateException if the lane is closed, or if the caller is the lane, which would
  ///   wait for itself
  <T extends @Nullable Object> CompletableFuture<T> submit(SqlWork<T> work) {
    if (Thread.currentThread() == thread) {
      throw new IllegalStateException("a write within a write would wait for itself");
    }
    if (closing) {
      throw closed();
    }
    var pending = new PendingWrite<>(work);
    put(pending);
    if (ended) {
      failQueued();
    }
    return pending.ending();
  }

  /// Transactions made durable so far.
  long commits() {
    return commits.get();
  }

  /// Runs what is queued, then ends the lane. The connection stays open.
  @Override
  public void close() {
    if (!closing) {
      closing = true;
      put(stop);
    }
    boolean interrupted = Thread.interrupted();
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Interruption does not take a write back: whoever asked must know how it ended.
  private void put(PendingWrite<?> pending) {
    boolean interrupted = Thread.interrupted();
    while (true) {
      try {
        queue.put(pending);
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    var group = new ArrayList<PendingWrite<?>>(GROUP);
    try {
      var fence = PendingWrite.Fence.on(connection);
      boolean open = true;
      while (open) {
        group.clear();
        group.add(queue.take());
        queue.drainTo(group, GROUP - 1);
        open = !group.remove(stop);
        commit(group, fence);
      }
    } catch (InterruptedException | SQLException | RuntimeException | Error e) {
      group.forEach(pending -> pending.fail(e));
    } finally {
      closing = true;
      ended = true;
      failQueued();
    }
  }

  /// Runs works in one transaction and tells how they ended. Where SQLite gives the transaction up
  /// in the middle of a work, as on a full disk, that work fails and the others run again.
  private void commit(List<PendingWrite<?>> works, PendingWrite.Fence fence) {
    boolean settled = works.isEmpty();
    while (!settled) {
      int running = works.size();
      try {
        connection.setAutoCommit(false);
        for (running = 0; running < works.size(); running++) {
          works.get(running).run(connection, fence);
        }
        connection.setAutoCommit(true);
        commits.incrementAndGet();
        works.forEach(PendingWrite::tell);
        settled = true;
      } catch (SQLException e) {
        rollback();
        settled = lost(works, running, e);
      }
    }
  }

  /// Takes out the work that lost the transaction, or all if it was lost at its begin or its
  /// commit; whether none is left.
  private static boolean lost(List<PendingWrite<?>> works, int running, SQLException e) {
    if (running < works.size()) {
      works.remove(running).fail(e);
    } else {
      works.forEach(work -> work.fail(e));
      works.clear();
    }
    return works.isEmpty();
  }

  private void rollback() {
    try {
      Sql.run(connection, "ROLLBACK");
    } catch (SQLException _) {
      // SQLite has given the transaction up already.
    }
    try {
      connection.setAutoCommit(true);
    } catch (SQLException _) {
      // The driver's own flag is set before it commits, and there is nothing to commit.
    }
  }

  private void failQueued() {
    var left = new ArrayList<PendingWrite<?>>();
    queue.drainTo(left);
    left.forEach(pending -> pending.fail(closed()));
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the store is closed");
  }
}
