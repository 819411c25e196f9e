package dev.interlock.it.sim;

import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// What a simulated server writes on. The gate's part is a real database, which the simulations of
/// a process use one after the other. Money goes into a book in memory as a rule, and into a real
/// one where that is asked for.
///
/// @param money the till's book
record Disk(Database gate, MoneyBook money) {
  /// A disk in memory, where there is one: what is on it need not outlive the process.
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final Path UNPACKED = Path.of("target", "sqlite");

  /// Holds the database of the process, made when it is first asked for.
  private static final class Shared {
    private static final Path FOLDER = folder();
    private static final Database GATE = open("gate");
    private static final Database MONEY = open("money");

    private Shared() {}

    private static Path folder() {
      try {
        var folder =
            Files.createTempDirectory(
                Files.isWritable(MEMORY) ? MEMORY : Files.createDirectories(Path.of("target")),
                "sim");
        folder.toFile().deleteOnExit();
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Database open(String name) {
      return Database.open(FOLDER.resolve(name + ".db"), UNPACKED, _ -> {});
    }
  }

  /// Empty, with money in memory.
  static Disk quick() {
    return new Disk(empty(Shared.GATE), new MemoryBook());
  }

  /// Empty, with money in a real database.
  static Disk real() {
    return new Disk(empty(Shared.GATE), new MoneyStore(empty(Shared.MONEY)));
  }

  private static Database empty(Database database) {
    database.write(
        connection -> {
          try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA defer_foreign_keys = ON");
            for (var table : tables(connection)) {
              statement.executeUpdate("DELETE FROM " + table);
            }
          }
          return true;
        });
    return database;
  }

  private static List<String> tables(Connection connection) throws SQLException {
    var names = new ArrayList<String>();
    try (var select =
            connection.prepareStatement("SELECT name FROM sqlite_master WHERE type = 'table'");
        var rows = select.executeQuery()) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    names.removeIf(name -> name.startsWith("sqlite_") || name.startsWith("flyway_"));
    return names;
  }
}
