package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Repairs of rows in doubt, with every row by name.
///
/// Thread: any, several at once; every write is durable when it returns.
public final class RepairStore {
  private static final String OPEN =
      """
      INSERT INTO repairs (route, table_name, verdict, stretch, reason, opened_at)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING id\
      """;
  private static final String ROW =
      """
      INSERT OR IGNORE INTO repair_rows
        (repair, chunk, project, path, start_line, end_line, fate, words)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private final Database database;

  public RepairStore(Database database) {
    this.database = database;
  }

  /// What is known of rows in doubt before they are named.
  public record Opening(
      String route, TableName table, String verdict, long stretch, String reason) {}

  /// Opens a repair.
  ///
  /// @return its id
  public long open(Opening opening, Instant at) {
    return database.write(
        connection ->
            Sql.number(
                connection,
                OPEN,
                opening.route(),
                opening.table(),
                opening.verdict(),
                opening.stretch(),
                opening.reason(),
                at));
  }

  /// Names a repair's rows, all or none.
  ///
  /// @param stretch the first one that is really in doubt
  public void name(long id, long stretch, Collection<RepairRow> rows, Instant at) {
    database.write(
        connection -> {
          add(connection, id, rows);
          return Sql.update(
              connection,
              "UPDATE repairs SET stretch = ?, named_at = ? WHERE id = ?",
              stretch,
              at,
              id);
        });
  }

  /// More rows of a repair; those that it has already stay as they are.
  public void add(long id, Collection<RepairRow> rows) {
    database.write(connection -> add(connection, id, rows));
  }

  private static int add(Connection connection, long id, Collection<RepairRow> rows)
      throws SQLException {
    try (var statement = connection.prepareStatement(ROW)) {
      for (var row : rows) {
        Sql.update(
            statement,
            id,
            row.chunk(),
            row.project(),
            row.path(),
            row.startLine(),
            row.endLine(),
            row.fate().word(),
            row.words());
      }
    }
    return rows.size();
  }

  /// What became of rows.
  ///
  /// @param words why they failed, empty otherwise
  public void fate(long id, Collection<String> chunks, RowFate fate, String words) {
    database.write(
        connection -> {
          for (var chunk : chunks) {
            Sql.update(
                connection,
                "UPDATE repair_rows SET fate = ?, words = ? WHERE repair = ? AND chunk = ?",
                fate.word(),
                words,
                id,
                chunk);
          }
          return chunks.size();
        });
  }

  /// No row of the repair waits any more.
  public void end(long id, Instant at) {
    database.write(
        connection ->
            Sql.update(connection, "UPDATE repairs SET ended_at = ? WHERE id = ?", at, id));
  }

  /// Repairs that have not ended, oldest first.
  public List<Repair> unfinished() {
    return list("SELECT * FROM repairs WHERE ended_at IS NULL ORDER BY id");
  }

  /// The newest repairs, newest first.
  public List<Repair> newest(int limit) {
    return list("SELECT * FROM repairs ORDER BY id DESC LIMIT ?", limit);
  }

  /// The repair of that id.
  public Optional<Repair> byId(long id) {
    return list("SELECT * FROM repairs WHERE id = ?", id).stream().findFirst();
  }

  /// The last repair of a route's rows in a table.
  public Optional<Repair> latest(String route, TableName table) {
    return list(
            "SELECT * FROM repairs WHERE route = ? AND table_name = ? ORDER BY id DESC LIMIT 1",
            route,
            table)
        .stream()
        .findFirst();
  }

  private List<Repair> list(String sql, Object... arguments) {
    return database.read(
        connection ->
            Sql.list(connection, sql, row -> repair(row, fates(connection, row)), arguments));
  }

  private static Map<RowFate, Long> fates(Connection connection, ResultSet repair)
      throws SQLException {
    var fates = new EnumMap<RowFate, Long>(RowFate.class);
    Sql.each(
        connection,
        "SELECT fate, count(*) AS n FROM repair_rows WHERE repair = ? GROUP BY fate",
        row -> fates.put(fate(row), row.getLong("n")),
        repair.getLong("id"));
    return fates;
  }

  private static Repair repair(ResultSet row, Map<RowFate, Long> fates) throws SQLException {
    return new Repair(
        row.getLong("id"),
        row.getString("route"),
        Sql.table(row),
        row.getString("verdict"),
        row.getLong("stretch"),
        row.getString("reason"),
        Sql.optionalInstant(row, "named_at"),
        Sql.instant(row, "opened_at"),
        Sql.optionalInstant(row, "ended_at"),
        fates);
  }

  /// Rows of a repair by path, so many at the most.
  public List<RepairRow> rows(long id, int limit) {
    return database.read(
        connection ->
            Sql.list(
                connection,
                """
                SELECT * FROM repair_rows WHERE repair = ?
                ORDER BY project, path, start_line LIMIT ?\
                """,
                RepairStore::row,
                id,
                limit));
  }

  /// Rows of a repair that wait for a vector, so many at the most.
  public List<RepairRow> waiting(long id, int limit) {
    return database.read(
        connection ->
            Sql.list(
                connection,
                "SELECT * FROM repair_rows WHERE repair = ? AND fate = 'waiting' LIMIT ?",
                RepairStore::row,
                id,
                limit));
  }

  /// Whether rows of a project wait for a vector, or a table's rows are being named.
  public boolean open(String project) {
    return database.read(
            connection ->
                Sql.number(
                    connection,
                    """
                    SELECT (SELECT count(*) FROM repairs WHERE named_at IS NULL)
                      + (SELECT count(*) FROM repairs JOIN repair_rows ON repair = id
                         WHERE ended_at IS NULL AND fate = 'waiting' AND project = ?)\
                    """,
                    project))
        > 0;
  }

  private static RepairRow row(ResultSet row) throws SQLException {
    return new RepairRow(
        row.getString("chunk"),
        row.getString("project"),
        row.getString("path"),
        row.getInt("start_line"),
        row.getInt("end_line"),
        fate(row),
        row.getString("words"));
  }

  private static RowFate fate(ResultSet row) throws SQLException {
    return RowFate.valueOf(row.getString("fate").toUpperCase(Locale.ROOT));
  }
}
