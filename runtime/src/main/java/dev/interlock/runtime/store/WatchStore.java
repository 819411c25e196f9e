package dev.interlock.runtime.store;

import dev.interlock.core.gate.Vouched;
import dev.interlock.core.table.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/// The watches over admitted routes, one for a route and a table: which of its rows nobody vouches
/// for is known over every end of the process.
///
/// Thread: any, several at once.
public final class WatchStore {
  private static final String BEGIN =
      """
      INSERT INTO watches (route, table_name, model, verdict, epoch, agreed)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE
      SET model = excluded.model, verdict = excluded.verdict, epoch = excluded.epoch,
        agreed = excluded.agreed
      WHERE excluded.epoch > epoch\
      """;
  private static final String OWN =
      """
      INSERT OR REPLACE INTO own_vectors (route, table_name, verdict, width, vectors)
      VALUES (?, ?, ?, ?, ?)\
      """;
  private static final String OPEN =
      """
      SELECT * FROM watches JOIN own_vectors USING (route, table_name, verdict)
      WHERE table_name = ? ORDER BY route\
      """;

  private final Database database;

  /// On an open database.
  public WatchStore(Database database) {
    this.database = database;
  }

  /// A watch begins in the place of the one before, whose rows the new admission vouches for.
  /// Durable when it returns. One of a later epoch stays.
  public void begin(Watch watch) {
    database.write(
        connection -> {
          int begun =
              Sql.update(
                  connection,
                  BEGIN,
                  watch.route(),
                  watch.table(),
                  watch.model(),
                  watch.verdict(),
                  watch.epoch(),
                  lines(watch.vouched()));
          return begun == 0
              ? begun
              : Sql.update(
                  connection,
                  OWN,
                  watch.route(),
                  watch.table(),
                  watch.verdict(),
                  watch.own().getFirst().length,
                  VectorBytes.of(watch.own()));
        });
  }

  /// A check has agreed; not awaited: what a kill loses is only asked again.
  public void agreed(String route, TableName table, String verdict, Vouched vouched) {
    database.writeLater(
        connection ->
            Sql.update(
                connection,
                "UPDATE watches SET agreed = ?"
                    + " WHERE route = ? AND table_name = ? AND verdict = ?",
                lines(vouched),
                route,
                table,
                verdict));
  }

  /// A repair has what was in doubt, or nothing was.
  public void end(String route, TableName table, String verdict) {
    database.write(
        connection ->
            Sql.update(
                connection,
                "DELETE FROM watches WHERE route = ? AND table_name = ? AND verdict = ?",
                route,
                table,
                verdict));
  }

  /// The watches that have not ended, by route.
  public List<Watch> open(TableName table) {
    return database.read(connection -> Sql.list(connection, OPEN, WatchStore::watch, table));
  }

  private static String lines(Vouched vouched) {
    return vouched.agreed().stream().map(String::valueOf).collect(Collectors.joining("\n"));
  }

  private static Watch watch(ResultSet row) throws SQLException {
    return new Watch(
        row.getString("route"),
        Sql.table(row),
        row.getString("model"),
        row.getString("verdict"),
        row.getLong("epoch"),
        new Vouched(row.getString("agreed").lines().map(Long::valueOf).toList()),
        VectorBytes.read(row.getBytes("vectors"), row.getInt("width")));
  }
}
