package dev.interlock.it.cases;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The till's rows as they lie on the disk, whether their server lives or was killed.
final class TillRows {
  private final String url;

  TillRows(Path home) {
    this.url = "jdbc:sqlite:" + home.resolve("interlock.db");
  }

  /// One call.
  ///
  /// @param generation the provider's own id of it, where it was told
  /// @param costNanos empty while it is set aside
  /// @param residue whether it was settled by what the key was billed
  record Row(
      Optional<String> generation, long worstNanos, Optional<Long> costNanos, boolean residue) {
    boolean open() {
      return costNanos.isEmpty();
    }
  }

  List<Row> all() {
    var rows = new ArrayList<Row>();
    try (var connection = opened();
        var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT generation, worst, coalesce(cost, 0), settled_at IS NULL,"
                    + " coalesce(basis, '') = 'residue' FROM reservations")) {
      while (found.next()) {
        rows.add(
            new Row(
                Optional.ofNullable(found.getString(1)),
                found.getLong(2),
                found.getBoolean(4) ? Optional.empty() : Optional.of(found.getLong(3)),
                found.getBoolean(5)));
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /// Of how many accounts it is counted what their keys were billed.
  int counted() {
    try (var connection = opened();
        var statement = connection.createStatement();
        var found = statement.executeQuery("SELECT count(*) FROM key_baselines")) {
      return found.next() ? found.getInt(1) : 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /// What the sums of all days hold for an account.
  long spentNanos(String account) {
    try (var connection = opened();
        var statement =
            connection.prepareStatement(
                "SELECT sum(spent) FROM spend WHERE kind = 'account' AND name = ?")) {
      statement.setString(1, account);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private Connection opened() throws SQLException {
    var connection = DriverManager.getConnection(url);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
    }
    return connection;
  }
}
