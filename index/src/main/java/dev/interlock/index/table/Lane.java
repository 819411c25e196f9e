package dev.interlock.index.table;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The one thread that writes a table.
///
/// Callers never touch Lucene's writer themselves: an interrupt in the middle of a write would
/// close the file under it, and the writer with it.
final class Lane implements AutoCloseable {
  private final ExecutorService thread;

  Lane(String name) {
    thread =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon(true).factory());
  }

  /// One piece of work, run to its end.
  interface Work<T> {
    T run() throws IOException;
  }

  /// Runs the work after all work before it and waits for it, whatever interrupts come; the last of
  /// those is kept for the caller.
  ///
  /// @throws IOException as the work throws it
  <T> T run(Work<T> work) throws IOException {
    Future<T> future = thread.submit(work::run);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw thrown(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException thrown(ExecutionException failed) {
    return switch (failed.getCause()) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> new IOException(failed);
    };
  }

  boolean open() {
    return !thread.isShutdown();
  }

  /// Takes no more work and waits for what is there.
  @Override
  public void close() {
    thread.close();
  }
}
