package dev.interlock.runtime.store;

import dev.interlock.runtime.store.UnusableFileException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One SQLite file: a lane that writes and a few connections that read.
///
/// An awaited write is durable when [#write] returns (WAL, `synchronous=FULL`): neither `kill -9`
/// nor a power cut takes it back. A second process may open the file too; it waits up to 5 s where
/// both write. Who owns a home is not decided here.
///
/// Thread: any, several at once.
public final class Database implements AutoCloseable {
  /// Up to this size a file is checked whole when it is opened; a larger one shows damage when the
  /// damaged part is read.
  static final long CHECKED_BYTES = 16L << 20;

  private final SqlFailures failures;
  private final Connection writer;
  private final WriterLane lane;
  private final ReaderPool readers;
  private final Consumer<RuntimeException> lateFailure;

  private Database(
      Connections connections, Connection writer, Consumer<RuntimeException> lateFailure) {
    this.failures = new SqlFailures(connections.file());
    this.writer = writer;
    this.lane = new WriterLane(writer);
    this.readers = new ReaderPool(connections);
    this.lateFailure = lateFailure;
  }

  /// Opens the file, made if absent, and brings it to this release's tables.
  ///
  /// @param file the database file; its folder is made if absent
  /// @param unpackFolder where SQLite's own code is unpacked, made if absent; counts for the first
  ///   database of the process
  /// @param lateFailure told of each [#writeLater] that failed, on the writing thread: must be
  ///   quick
  /// @throws UnusableFileException if the file can't be used, with what to do; it is unchanged then
  public static Database open(
      Path file, Path unpackFolder, Consumer<RuntimeException> lateFailure) {
    NativeLibrary.prepare(unpackFolder);
    var connections = new Connections(file);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      var database = new Database(connections, prepared(connections), lateFailure);
      database.lane.start();
      return database;
    } catch (IOException e) {
      throw new UnusableFileException(file, Problem.NO_ACCESS, e.toString(), e);
    } catch (SQLException e) {
      throw new SqlFailures(file).of(e);
    }
  }

  private static Connection prepared(Connections connections) throws SQLException, IOException {
    var writer = connections.writer();
    boolean sound = false;
    try {
      new Schema(connections).prepare(writer);
      check(connections.file(), writer);
      Sql.run(writer, "PRAGMA journal_mode = WAL");
      sound = true;
      return writer;
    } finally {
      if (!sound) {
        writer.close();
      }
    }
  }

  private static void check(Path file, Connection writer) throws SQLException, IOException {
    if (Files.size(file) > CHECKED_BYTES) {
      return;
    }
    var found = Sql.first(writer, "PRAGMA quick_check(1)", row -> row.getString(1)).orElse("");
    if (!found.equals("ok")) {
      throw new UnusableFileException(file, Problem.CORRUPT, found.strip(), null);
    }
  }

  /// Runs a work on the writer lane and waits until it is durable. An interrupt does not end the
  /// wait: the caller always learns how it ended.
  ///
  /// @throws StoreException if a statement failed; nothing of the work is kept
  public <T extends @Nullable Object> T write(SqlWork<T> work) {
    try {
      return lane.submit(work).join();
    } catch (CompletionException e) {
      throw unchecked(e.getCause());
    }
  }

  /// Runs a work on the writer lane without waiting for it: after a kill it may be missing. Works
  /// keep their order, awaited or not.
  public void writeLater(SqlWork<?> work) {
    var _ =
        lane.submit(work)
            .whenComplete(
                (_, failure) -> {
                  if (failure != null) {
                    lateFailure.accept(unchecked(failure));
                  }
                });
  }

  /// Waits until everything written before is durable or has failed.
  public void flush() {
    var _ = write(_ -> true);
  }

  /// Runs a work that only reads, on the caller's thread, in one snapshot of what is committed. At
  /// most four run at once: keep it short, and don't read within a read.
  ///
  /// @throws StoreException if a statement failed, one that writes among them
  public <T extends @Nullable Object> T read(SqlWork<T> work) {
    try {
      return readers.read(work);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /// The file.
  public Path file() {
    return failures.file();
  }

  /// Transactions made durable since it was opened: far fewer than writes when many write at once.
  public long commits() {
    return lane.commits();
  }

  /// Runs what is queued, waits for the reads under way and closes. Calling it again does nothing.
  @Override
  public void close() {
    lane.close();
    try {
      readers.close();
      writer.close();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private RuntimeException unchecked(@Nullable Throwable failure) {
    return switch (failure) {
      case SQLException e -> failures.of(e);
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException("a write failed", failure);
    };
  }
}
