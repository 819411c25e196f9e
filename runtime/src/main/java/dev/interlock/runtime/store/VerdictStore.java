package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;
import java.util.List;
import java.util.Optional;

/// Verdicts, epochs, and how many texts each route has served.
///
/// Thread: any, several at once.
public final class VerdictStore {
  private static final String LATEST =
      "SELECT * FROM verdicts WHERE route = ? AND table_name = ? ORDER BY seq DESC LIMIT 1";
  private static final String LATEST_OF_EACH =
      """
      SELECT * FROM verdicts
      WHERE seq IN (SELECT max(seq) FROM verdicts GROUP BY route, table_name)
      ORDER BY route, table_name\
      """;
  private static final String NEXT_EPOCH =
      """
      INSERT INTO epochs (route, table_name, epoch) VALUES (?, ?, 1)
      ON CONFLICT DO UPDATE SET epoch = epoch + 1 RETURNING epoch\
      """;
  private static final String ADD_SERVED =
      """
      INSERT INTO served (route, table_name, texts) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET texts = texts + excluded.texts\
      """;

  private final Database database;

  /// On an open database.
  public VerdictStore(Database database) {
    this.database = database;
  }

  /// Keeps a verdict.
  ///
  /// @throws DuplicateRowException if its id is taken
  public void put(Verdict verdict) {
    database.write(connection -> VerdictRows.insert(connection, verdict));
  }

  /// The last verdict on a route and a table.
  public Optional<Verdict> latest(String route, TableName table) {
    return database.read(
        connection -> Sql.first(connection, LATEST, VerdictRows::verdict, route, table));
  }

  /// The last verdict of every pair that has one, by route and table.
  public List<Verdict> latestAll() {
    return database.read(connection -> Sql.list(connection, LATEST_OF_EACH, VerdictRows::verdict));
  }

  /// A fresh epoch of a route and a table: 1 at first, above every one before, restarts included.
  public long nextEpoch(String route, TableName table) {
    return database.write(connection -> Sql.number(connection, NEXT_EPOCH, route, table));
  }

  /// Counts texts served, without waiting for the disk: a kill may lose the last of them.
  public void addServed(String route, TableName table, long texts) {
    database.writeLater(connection -> Sql.update(connection, ADD_SERVED, route, table, texts));
  }

  /// Texts served so far, everything counted before this call included.
  public long served(String route, TableName table) {
    return served().stream()
        .filter(served -> served.route().equals(route) && served.table() == table)
        .mapToLong(Served::texts)
        .sum();
  }

  /// Texts served so far by every pair that has served any, everything counted before this call
  /// included.
  public List<Served> served() {
    // On the writer lane, behind the counts that are still queued.
    return database.write(
        connection ->
            Sql.list(
                connection,
                "SELECT * FROM served ORDER BY route, table_name",
                row -> new Served(row.getString("route"), Sql.table(row), row.getLong("texts"))));
  }
}
