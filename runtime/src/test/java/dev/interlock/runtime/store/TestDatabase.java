package dev.interlock.runtime.store;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A database for one test, with a table `notes (id, text)` that only tests have.
final class TestDatabase implements AutoCloseable {
  /// One for all tests: a process loads SQLite once.
  static final Path UNPACKED = Path.of("target", "sqlite");

  final Database database;

  /// What came of [Database#writeLater].
  final List<RuntimeException> late = new CopyOnWriteArrayList<>();

  TestDatabase(Path file) {
    database = Database.open(file, UNPACKED, late::add);
    database.write(
        connection ->
            Sql.update(
                connection,
                "CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT) STRICT"));
  }

  static SqlWork<Integer> note(int id) {
    return note(id, "");
  }

  static SqlWork<Integer> note(int id, String text) {
    return connection -> Sql.update(connection, "INSERT INTO notes VALUES (?, ?)", id, text);
  }

  static SqlWork<Long> count() {
    return connection -> Sql.number(connection, "SELECT count(*) FROM notes");
  }

  List<Integer> notes() {
    return database.read(
        connection ->
            Sql.list(connection, "SELECT id FROM notes ORDER BY id", row -> row.getInt(1)));
  }

  /// Keeps the lane busy until the latch opens, so that works queue up behind it and share the next
  /// transaction.
  CountDownLatch holdLane() throws InterruptedException {
    var held = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    database.writeLater(
        _ -> {
          held.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return 0;
        });
    held.await();
    return release;
  }

  @Override
  public void close() {
    database.close();
  }
}
