package dev.interlock.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Statements that belong together: all of them happen or none.
///
/// The connection is lent: a work neither commits nor closes it, and keeps nothing of it. A write
/// may be run again from its start, when a neighbour in its transaction has lost it; so it changes
/// nothing but the database.
///
/// @param <T> what it finds or makes
@FunctionalInterface
public interface SqlWork<T extends @Nullable Object> {
  /// Runs the statements.
  ///
  /// @throws SQLException if one fails; whatever this work did before is undone
  T run(Connection connection) throws SQLException;
}
