package dev.interlock.runtime.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// Makes connections to one file, all set up alike.
///
/// @param file the database file
record Connections(Path file) {
  private static final int BUSY_MILLIS = 5_000;
  private static final int WAL_BYTES_KEPT = 16 << 20;

  /// A connection that writes: durable at commit, and holding the write lock from the start of a
  /// transaction.
  Connection writer() throws SQLException {
    return source(SQLiteConfig.TransactionMode.IMMEDIATE).getConnection();
  }

  /// A connection that can't write.
  Connection reader() throws SQLException {
    var connection = source(SQLiteConfig.TransactionMode.DEFERRED).getConnection();
    Sql.run(connection, "PRAGMA query_only = 1");
    return connection;
  }

  /// For the migrations.
  DataSource source() {
    return source(SQLiteConfig.TransactionMode.IMMEDIATE);
  }

  private DataSource source(SQLiteConfig.TransactionMode mode) {
    var config = new SQLiteConfig();
    config.setTransactionMode(mode);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setJournalSizeLimit(WAL_BYTES_KEPT);
    config.setGetGeneratedKeys(false);
    var source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source;
  }
}
