package dev.interlock.runtime.store;

import dev.interlock.runtime.store.UnusableFileException.Problem;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// The tables of this release, and whether a file has them.
///
/// The file itself says whose it is (`application_id`) and how far it has come (`user_version`), so
/// that Flyway, which costs 0.3 to 0.8 s of CPU to start, runs only when there is something to
/// migrate.
final class Schema {
  /// The newest migration.
  static final int VERSION = 10;

  /// Marks a file as ours: "ILCK".
  static final int APPLICATION_ID = 0x494c434b;

  private static final String MIGRATIONS = "classpath:dev/interlock/runtime/store/migration";

  /// Held, since the logging system forgets the level of a logger that nobody holds.
  private static final Logger FLYWAY_LOG = Logger.getLogger("org.flywaydb");

  private final Connections connections;

  Schema(Connections connections) {
    this.connections = connections;
  }

  /// Brings the file to this release's tables.
  ///
  /// @param writer a fresh connection to it
  /// @throws UnusableFileException if it is another program's or a newer release's, or can't be
  ///   migrated; it is unchanged then
  void prepare(Connection writer) throws SQLException {
    int version = Math.toIntExact(Sql.number(writer, "PRAGMA user_version"));
    if (!ours(writer)) {
      throw unusable(Problem.FOREIGN, "no mark of Interlock");
    }
    if (version > VERSION) {
      throw unusable(
          Problem.NEWER, "its tables are version %d, known here is %d".formatted(version, VERSION));
    }
    if (version < VERSION) {
      Sql.run(writer, "PRAGMA application_id = " + APPLICATION_ID);
      migrate();
      Sql.run(writer, "PRAGMA user_version = " + VERSION);
    }
  }

  /// An empty file becomes ours; any other must carry the mark.
  private static boolean ours(Connection writer) throws SQLException {
    long id = Sql.number(writer, "PRAGMA application_id");
    return id == APPLICATION_ID
        || (id == 0 && Sql.number(writer, "SELECT count(*) FROM sqlite_schema") == 0);
  }

  private void migrate() {
    FLYWAY_LOG.setLevel(Level.WARNING);
    try {
      Flyway.configure()
          .dataSource(connections.source())
          .locations(MIGRATIONS)
          .failOnMissingLocations(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new UnusableFileException(
          connections.file(), Problem.NOT_MIGRATED, String.valueOf(e.getMessage()), e);
    }
  }

  private UnusableFileException unusable(Problem problem, String detail) {
    return new UnusableFileException(connections.file(), problem, detail, null);
  }
}
