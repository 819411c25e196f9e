package dev.interlock.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One work on its way through the writer lane. Its ending is told only after the commit.
///
/// Thread: the lane, but for [#ending].
///
/// @param <T> what the work makes
final class PendingWrite<T extends @Nullable Object> {
  private final SqlWork<T> work;
  private final CompletableFuture<T> ending = new CompletableFuture<>();
  private Optional<Throwable> failure = Optional.empty();
  private Runnable success = () -> {};

  PendingWrite(SqlWork<T> work) {
    this.work = work;
  }

  /// Ends when the work is durable, or exceptionally when it is undone.
  CompletableFuture<T> ending() {
    return ending;
  }

  /// The three statements that fence off one work within a group.
  ///
  /// @param begin opens the fence
  /// @param undo takes back what was done within it
  /// @param end takes it down
  record Fence(PreparedStatement begin, PreparedStatement undo, PreparedStatement end) {
    static Fence on(Connection connection) throws SQLException {
      return new Fence(
          connection.prepareStatement("SAVEPOINT work"),
          connection.prepareStatement("ROLLBACK TO work"),
          connection.prepareStatement("RELEASE work"));
    }
  }

  /// Runs the work behind a fence, so that its failure undoes nothing of its neighbours. May be
  /// called again after the whole transaction was lost.
  ///
  /// @throws SQLException if the whole transaction is lost
  void run(Connection connection, Fence fence) throws SQLException {
    failure = Optional.empty();
    fence.begin().executeUpdate();
    try {
      var made = work.run(connection);
      success = () -> ending.complete(made);
    } catch (Throwable thrown) {
      failure = Optional.of(thrown);
      // SQLite gives up the whole transaction by itself on some errors; then this throws.
      fence.undo().executeUpdate();
    }
    fence.end().executeUpdate();
  }

  /// Tells how the work ended: its transaction is durable.
  void tell() {
    failure.ifPresentOrElse(ending::completeExceptionally, success);
  }

  /// Tells that nothing of the work is left, by its own failure if it has one.
  void fail(Throwable lost) {
    ending.completeExceptionally(failure.orElse(lost));
  }
}
