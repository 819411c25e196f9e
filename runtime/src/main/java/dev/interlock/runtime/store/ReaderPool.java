package dev.interlock.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A few connections that only read, opened when first needed.
///
/// Each read sees one snapshot: what was committed when its first statement ran.
final class ReaderPool implements AutoCloseable {
  /// Reads at once; one more waits for its turn.
  static final int READERS = 4;

  private final Connections connections;
  private final Semaphore turns = new Semaphore(READERS, true);
  private final ConcurrentLinkedQueue<Connection> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  ReaderPool(Connections connections) {
    this.connections = connections;
  }

  /// Runs a work on a connection of its own.
  ///
  /// @throws IllegalStateException if the pool is closed
  <T extends @Nullable Object> T read(SqlWork<T> work) throws SQLException {
    turns.acquireUninterruptibly();
    try {
      if (closed) {
        throw new IllegalStateException("the store is closed");
      }
      var connection = Optional.ofNullable(idle.poll());
      return snapshot(connection.isPresent() ? connection.get() : connections.reader(), work);
    } finally {
      turns.release();
    }
  }

  private <T extends @Nullable Object> T snapshot(Connection connection, SqlWork<T> work)
      throws SQLException {
    boolean sound = false;
    try {
      connection.setAutoCommit(false);
      try {
        return work.run(connection);
      } finally {
        connection.setAutoCommit(true);
        sound = true;
      }
    } finally {
      if (sound) {
        idle.add(connection);
      } else {
        connection.close();
      }
    }
  }

  /// Waits for the reads under way, then closes.
  @Override
  public void close() throws SQLException {
    turns.acquireUninterruptibly(READERS);
    closed = true;
    try {
      for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
        connection.close();
      }
    } finally {
      turns.release(READERS);
    }
  }
}
