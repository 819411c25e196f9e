package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Statements in one line each.
///
/// Thread: whoever holds the connection.
final class Sql {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /// Makes a value of the row that the cursor stands on.
  @FunctionalInterface
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  /// Uses the row that the cursor stands on.
  @FunctionalInterface
  interface Taker {
    void take(ResultSet row) throws SQLException;
  }

  private Sql() {}

  /// Runs one statement without arguments.
  static void run(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// Runs one statement; the number of rows it changed.
  static int update(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      return update(statement, arguments);
    }
  }

  /// Runs a prepared statement; the number of rows it changed.
  static int update(PreparedStatement statement, @Nullable Object... arguments)
      throws SQLException {
    bind(statement, arguments);
    return statement.executeUpdate();
  }

  /// Puts a prepared statement with these arguments among those that run together.
  static void batch(PreparedStatement statement, @Nullable Object... arguments)
      throws SQLException {
    bind(statement, arguments);
    statement.addBatch();
  }

  /// All rows of a query.
  static <T> List<T> list(
      Connection connection, String sql, Row<T> row, @Nullable Object... arguments)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      return list(statement, row, arguments);
    }
  }

  /// Takes the rows of a query one by one; how many there were.
  static long each(Connection connection, String sql, Taker taker, @Nullable Object... arguments)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      bind(statement, arguments);
      long taken = 0;
      try (var rows = statement.executeQuery()) {
        for (; rows.next(); taken++) {
          taker.take(rows);
        }
      }
      return taken;
    }
  }

  /// All rows of a prepared query.
  static <T> List<T> list(PreparedStatement statement, Row<T> row, @Nullable Object... arguments)
      throws SQLException {
    bind(statement, arguments);
    var found = new ArrayList<T>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(row.of(rows));
      }
    }
    return found;
  }

  /// The first row of a query, empty if it has none.
  static <T> Optional<T> first(
      Connection connection, String sql, Row<T> row, @Nullable Object... arguments)
      throws SQLException {
    return list(connection, sql, row, arguments).stream().findFirst();
  }

  /// The whole number that a query finds.
  static long number(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    return first(connection, sql, row -> row.getLong(1), arguments).orElseThrow();
  }

  /// Nanoseconds since 1970.
  static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
  }

  /// The instant of a column of nanoseconds.
  static Instant instant(ResultSet row, String column) throws SQLException {
    return instant(row.getLong(column));
  }

  /// The instant of a column of nanoseconds, empty for NULL.
  static Optional<Instant> optionalInstant(ResultSet row, String column) throws SQLException {
    long nanos = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(instant(nanos));
  }

  /// The text of a column, empty for NULL.
  static Optional<String> optionalText(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  /// The table of column `table_name`.
  static TableName table(ResultSet row) throws SQLException {
    return TableName.of(row.getString("table_name")).orElseThrow();
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
  }

  private static void bind(PreparedStatement statement, @Nullable Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      bind(statement, i + 1, arguments[i]);
    }
  }

  private static void bind(PreparedStatement statement, int position, @Nullable Object argument)
      throws SQLException {
    switch (argument) {
      case null -> statement.setNull(position, Types.NULL);
      case Optional<?> optional -> bind(statement, position, optional.orElse(null));
      case Instant instant -> statement.setLong(position, nanos(instant));
      case TableName table -> statement.setString(position, table.word());
      case String text -> statement.setString(position, text);
      case Integer number -> statement.setInt(position, number);
      case Long number -> statement.setLong(position, number);
      case Double number -> statement.setDouble(position, number);
      case byte[] bytes -> statement.setBytes(position, bytes);
      default -> throw new IllegalArgumentException("no column takes a " + argument.getClass());
    }
  }
}
