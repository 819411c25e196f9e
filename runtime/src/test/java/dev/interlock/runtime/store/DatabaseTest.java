package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir private Path folder;
  private TestDatabase test;
  private Database database;

  @BeforeEach
  void open() {
    test = new TestDatabase(folder.resolve("interlock.db"));
    database = test.database;
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void awaitedWriteIsSynced() {
    assertThat(database.<Long>write(c -> Sql.number(c, "PRAGMA synchronous"))).isEqualTo(2);
    String journal =
        database.write(
            c -> Sql.first(c, "PRAGMA journal_mode", row -> row.getString(1)).orElseThrow());
    assertThat(journal).isEqualTo("wal");
  }

  @Test
  void queuedWritesShareOneCommit() throws InterruptedException {
    var release = test.holdLane();
    long before = database.commits();
    for (int i = 0; i < WriterLane.GROUP; i++) {
      database.writeLater(TestDatabase.note(i));
    }
    release.countDown();
    database.flush();
    // The one that was held, the group, and the flush where it did not fit into the group.
    assertThat(database.commits() - before).isBetween(2L, 3L);
    assertThat(test.notes()).hasSize(WriterLane.GROUP);
    assertThat(test.late).isEmpty();
  }

  @Test
  void concurrentWritersShareCommits() throws Exception {
    int writers = 64;
    int each = 16;
    long before = database.commits();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int w = 0; w < writers; w++) {
        int first = w * each;
        var _ =
            threads.submit(
                () ->
                    IntStream.range(first, first + each)
                        .forEach(i -> database.write(TestDatabase.note(i))));
      }
    }
    assertThat(test.notes()).hasSize(writers * each);
    assertThat(database.commits() - before).isLessThan(writers * each / 2);
  }

  @Test
  void loneWriterCommitsAtOnce() {
    long before = database.commits();
    database.write(TestDatabase.note(1));
    database.write(TestDatabase.note(2));
    assertThat(database.commits() - before).isEqualTo(2);
  }

  @Test
  void failedWriteKeepsItsNeighbours() throws InterruptedException {
    database.write(TestDatabase.note(2));
    var release = test.holdLane();
    long before = database.commits();
    database.writeLater(TestDatabase.note(1));
    database.writeLater(
        connection -> {
          TestDatabase.note(9).run(connection);
          return TestDatabase.note(2).run(connection);
        });
    database.writeLater(TestDatabase.note(3));
    release.countDown();
    database.flush();
    assertThat(test.notes()).containsExactly(1, 2, 3);
    assertThat(test.late).singleElement().isInstanceOf(DuplicateRowException.class);
    assertThat(database.commits() - before).isBetween(2L, 3L);
  }

  @Test
  void duplicateNamesItsColumns() {
    database.write(TestDatabase.note(1));
    assertThatThrownBy(() -> database.write(TestDatabase.note(1)))
        .isInstanceOfSatisfying(
            DuplicateRowException.class, e -> assertThat(e.columns()).isEqualTo("notes.id"));
  }

  @Test
  void brokenStatementNamesTheFile() {
    assertThatThrownBy(() -> database.write(c -> Sql.update(c, "INSERT INTO nowhere VALUES (1)")))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("interlock.db")
        .hasMessageContaining("no such table: nowhere");
  }

  @Test
  void thrownWorkIsUndoneAndRethrown() {
    var bug = new IllegalStateException("a bug");
    assertThatThrownBy(
            () ->
                database.write(
                    connection -> {
                      TestDatabase.note(1).run(connection);
                      throw bug;
                    }))
        .isSameAs(bug);
    assertThat(test.notes()).isEmpty();
    database.write(TestDatabase.note(2));
    assertThat(test.notes()).containsExactly(2);
  }

  @Test
  void readerSeesOnlyWhatIsCommitted() {
    long during =
        database.write(
            connection -> {
              TestDatabase.note(1).run(connection);
              return database.read(TestDatabase.count());
            });
    assertThat(during).isZero();
    assertThat(database.<Long>read(TestDatabase.count())).isEqualTo(1);
  }

  @Test
  void readKeepsOneSnapshot() {
    database.<Boolean>read(
        connection -> {
          assertThat(TestDatabase.count().run(connection)).isZero();
          database.write(TestDatabase.note(1));
          assertThat(TestDatabase.count().run(connection)).isZero();
          return true;
        });
    assertThat(test.notes()).containsExactly(1);
  }

  @Test
  void readerCannotWrite() {
    assertThatThrownBy(() -> database.read(TestDatabase.note(1)))
        .isInstanceOf(StoreException.class);
    assertThat(test.notes()).isEmpty();
  }

  @Test
  void manyReadersTakeTurns() throws Exception {
    database.write(TestDatabase.note(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reads =
          IntStream.range(0, 8 * ReaderPool.READERS)
              .mapToObj(_ -> threads.submit(() -> database.<Long>read(TestDatabase.count())))
              .toList();
      for (var read : reads) {
        assertThat(read.get()).isEqualTo(1);
      }
    }
  }

  @Test
  void writeWithinWriteIsRefused() {
    assertThatThrownBy(() -> database.write(_ -> database.write(TestDatabase.note(1))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("write within a write");
  }

  @Test
  void interruptedWriterLearnsTheEnding() {
    Thread.currentThread().interrupt();
    database.write(TestDatabase.note(1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(test.notes()).containsExactly(1);
  }

  @Test
  void closeRunsWhatIsQueuedAndRefusesTheRest() throws InterruptedException {
    var release = test.holdLane();
    for (int i = 0; i < 3 * WriterLane.GROUP; i++) {
      database.writeLater(TestDatabase.note(i));
    }
    release.countDown();
    database.close();
    database.close();
    assertThatThrownBy(() -> database.write(TestDatabase.note(-1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> database.read(TestDatabase.count()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    try (var again = new TestDatabase(database.file())) {
      assertThat(again.notes()).hasSize(3 * WriterLane.GROUP);
    }
  }

  @Test
  void fullDiskFailsCleanlyAndPasses() throws InterruptedException {
    long pages = database.write(c -> Sql.number(c, "PRAGMA page_count"));
    limitPages(pages + 8);
    var release = test.holdLane();
    database.writeLater(TestDatabase.note(1));
    database.writeLater(TestDatabase.note(2, "x".repeat(1 << 20)));
    database.writeLater(TestDatabase.note(3));
    release.countDown();
    database.flush();
    // SQLite gives up the whole transaction here; the neighbours run again.
    assertThat(test.late).singleElement().isInstanceOf(DiskFullException.class);
    assertThat(test.notes()).containsExactly(1, 3);
    limitPages(1 << 20);
    database.write(TestDatabase.note(2, "x".repeat(1 << 20)));
    assertThat(test.notes()).containsExactly(1, 2, 3);
  }

  private void limitPages(long pages) {
    database.write(c -> Sql.number(c, "PRAGMA max_page_count = " + pages));
  }
}
