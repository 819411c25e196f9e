package dev.interlock.runtime.gate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Work that is done once however many ask for it at the same time.
///
/// Thread: any; the lock is never held while the work runs.
final class Flights implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Flights.class.getName());

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, CompletableFuture<Void>> underWay = new HashMap<>();
  private final Executor threads;
  private boolean closed;

  /// @param threads where the work runs
  Flights(Executor threads) {
    this.threads = threads;
  }

  /// Starts the work of that name, or joins the one under way; after [#close] nothing starts.
  CompletableFuture<Void> join(String key, Runnable work) {
    lock.lock();
    try {
      var running = underWay.get(key);
      if (closed) {
        return CompletableFuture.completedFuture(null);
      }
      if (running != null) {
        return running;
      }
      var started = new CompletableFuture<Void>();
      underWay.put(key, started);
      threads.execute(() -> run(key, started, work));
      return started;
    } finally {
      lock.unlock();
    }
  }

  private void run(String key, CompletableFuture<Void> started, Runnable work) {
    try {
      work.run();
      land(key);
      started.complete(null);
    } catch (RuntimeException | Error e) {
      land(key);
      started.completeExceptionally(e);
    }
  }

  private void land(String key) {
    lock.lock();
    try {
      underWay.remove(key);
    } finally {
      lock.unlock();
    }
  }

  /// Lets nothing start any more.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until what was under way at [#close] has ended.
  void awaitQuiet() {
    CompletableFuture.allOf(running().toArray(CompletableFuture[]::new))
        .exceptionally(_ -> null)
        .join();
  }

  private List<CompletableFuture<Void>> running() {
    lock.lock();
    try {
      return List.copyOf(underWay.values());
    } finally {
      lock.unlock();
    }
  }

  /// For work that nobody waits for: what breaks in it is at least told.
  static void unattended(CompletableFuture<Void> work) {
    var _ =
        work.exceptionally(
            e -> {
              LOG.log(Level.SEVERE, "measuring a route broke", e);
              return null;
            });
  }
}
