package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.runtime.store.LedgerFilter.Column;
import dev.interlock.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerStoreTest {
  private static final Duration KEEP = Duration.ofDays(30);

  @TempDir private Path folder;
  private final ManualTime time = new ManualTime();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("interlock.db");
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private Database database() {
    return Database.open(file, TestDatabase.UNPACKED, _ -> {});
  }

  private LedgerStore ledger(Database database) {
    return LedgerStore.open(database, new LedgerStore.Surroundings(time, time, threads), KEEP);
  }

  private Attempt attempt(String request) {
    return attempt(request, 1, time.now());
  }

  static Attempt attempt(String request, int number, Instant at) {
    return new Attempt(
        new Errand(
            request,
            AttemptKind.EMBED,
            new Asker(Asker.LOCAL, Optional.empty(), Optional.of("code-embedding"))),
        number,
        new Attempt.Way(Optional.of("L1"), Optional.of("http://l1/v1"), Decision.PRIMARY),
        new Names(
            "code-embedding", Optional.of("embed-m"), Optional.of("embed-m"), CheckStrength.FIELD),
        new Attempt.Result(Ending.ANSWERED, OptionalInt.of(200), ""),
        new Volume(120, 3_400, OptionalLong.of(7), OptionalLong.empty(), false),
        new Span(at, OptionalLong.empty(), 1_234_567),
        Optional.empty());
  }

  private static Attempt full(String request, Instant at) {
    return new Attempt(
        new Errand(
            request,
            AttemptKind.CHAT,
            new Asker("ci", Optional.of("app"), Optional.of("local-coder"))),
        2,
        new Attempt.Way(Optional.empty(), Optional.of("prov-a"), Decision.FALLBACK),
        new Names("local-coder", Optional.empty(), Optional.empty(), CheckStrength.STATE),
        new Attempt.Result(
            Ending.NOT_SENT, OptionalInt.empty(), "no route: ünïcode \u0000 \ud83d\ude00"),
        new Volume(0, 0, OptionalLong.empty(), OptionalLong.of(Long.MAX_VALUE), true),
        new Span(at, OptionalLong.of(5), Long.MAX_VALUE),
        Optional.of(new Cost(new NanoUsd(3_100_000), Cost.Basis.ESTIMATE)));
  }

  private static LedgerFilter last(int last) {
    return new LedgerFilter(Map.of(), Optional.empty(), last);
  }

  private static Inquiry.Fate fate(LedgerStore ledger, String id) {
    return ((Inquiry.WithoutRow) ledger.request(id)).fate();
  }

  @Test
  void rowIsReadAsItWasNoted() {
    try (var database = database();
        var ledger = ledger(database)) {
      var id = ledger.nextRequest();
      var first = attempt(id);
      var second = full(id, Instant.parse("2026-11-30T08:00:00.123456789Z"));
      ledger.note(first);
      ledger.note(second);

      assertThat(ledger.request(id)).isEqualTo(new Inquiry.Recorded(List.of(first, second)));
      assertThat(ledger.newest(last(10))).containsExactly(second, first);
    }
  }

  @Test
  void filtersLetThroughWhatHoldsTheirWordNewestFirst() {
    try (var database = database();
        var ledger = ledger(database)) {
      var a = attempt(ledger.nextRequest());
      ledger.note(a);
      time.advance(Duration.ofSeconds(1));
      var b = full(ledger.nextRequest(), time.now());
      ledger.note(b);
      var c = attempt(ledger.nextRequest());
      ledger.note(c);

      assertThat(ledger.newest(last(2))).containsExactly(c, b);
      assertThat(found(ledger, Column.KIND, "chat")).containsExactly(b);
      assertThat(found(ledger, Column.ROUTE, "L1")).containsExactly(c, a);
      assertThat(found(ledger, Column.PURPOSE, "local-coder")).containsExactly(b);
      assertThat(found(ledger, Column.PROJECT, "app")).containsExactly(b);
      assertThat(found(ledger, Column.CALLER, "local")).containsExactly(c, a);
      assertThat(found(ledger, Column.ENDING, "not_sent")).containsExactly(b);
      assertThat(found(ledger, Column.ROUTE, "' OR 1=1 --")).isEmpty();
      assertThat(ledger.newest(new LedgerFilter(Map.of(), Optional.of(time.now()), 10)))
          .containsExactly(c, b);
    }
  }

  private static List<Attempt> found(LedgerStore ledger, Column column, String word) {
    return ledger.newest(new LedgerFilter(Map.of(column, word), Optional.empty(), 10));
  }

  @Test
  @DisplayName("B8: rows that queue while a commit runs share the next one")
  void rowsShareCommits() throws Exception {
    int rows = 5_000;
    try (var database = database();
        var ledger = ledger(database)) {
      long before = database.commits();
      var start = new CountDownLatch(1);
      var writers = new ArrayList<Thread>();
      for (int w = 0; w < 4; w++) {
        writers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      awaitQuietly(start);
                      for (int i = 0; i < rows / 4; i++) {
                        ledger.note(attempt(ledger.nextRequest()));
                      }
                    }));
      }
      start.countDown();
      for (var writer : writers) {
        writer.join();
      }

      assertThat(ledger.newest(last(rows + 1))).hasSize(rows);
      assertThat(database.commits() - before).isLessThan(rows / 20);
      assertThat(ledger.gaps())
          .isEqualTo(new LedgerStore.Gaps(0, 0, 0, ledger.gaps().unreserved()));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void noteNeverWaitsForTheDisk() throws Exception {
    try (var test = new TestDatabase(file);
        var ledger = ledger(test.database)) {
      var release = test.holdLane();
      try {
        for (int i = 0; i < LedgerQueue.BOUND + LedgerQueue.BATCH + 100; i++) {
          ledger.note(attempt(ledger.nextRequest()));
        }
      } finally {
        release.countDown();
      }
      long kept = count(ledger, test.database);
      long dropped = ledger.gaps().dropped();

      assertThat(dropped).as("beyond what may wait, rows are dropped").isPositive();
      assertThat(kept + dropped).isEqualTo(LedgerQueue.BOUND + LedgerQueue.BATCH + 100);
      assertThat(ledger.gaps().unreserved()).as("ids of blocks not yet durable").isPositive();
    }
  }

  private static long count(LedgerStore ledger, Database database) {
    ledger.newest(last(1));
    return database.<Long>read(c -> Sql.number(c, "SELECT count(*) FROM attempts"));
  }

  @Test
  void writeThatFailedIsTriedAgainWithTheSameRows() {
    try (var database = database();
        var ledger = ledger(database)) {
      var id = ledger.nextRequest();
      database.write(
          c ->
              Sql.update(
                  c,
                  "CREATE TRIGGER never BEFORE INSERT ON attempt_rows"
                      + " BEGIN SELECT RAISE(ABORT, 'never'); END"));
      ledger.note(attempt(id));
      assertThat(fate(ledger, id)).as("told while the disk refuses").isEqualTo(Inquiry.Fate.OPEN);
      database.write(c -> Sql.update(c, "DROP TRIGGER never"));

      time.advance(LedgerQueue.RETRY);

      assertThat(ledger.request(id)).isInstanceOf(Inquiry.Recorded.class);
      assertThat(ledger.gaps().dropped()).isZero();
    }
  }

  @Test
  void idsAreConsecutiveSortableAndNeverGivenTwice() {
    var given = new ArrayList<String>();
    for (int process = 0; process < 2; process++) {
      try (var database = database();
          var ledger = ledger(database)) {
        for (int i = 0; i < 3_000; i++) {
          given.add(ledger.nextRequest());
        }
      }
    }
    assertThat(given)
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(i -> i.matches("req_[0-9a-z]{8}"));
    for (int i = 1; i < RequestIds.BLOCK; i++) {
      assertThat(RequestIds.place(given.get(i)))
          .isEqualTo(new RequestIds.Place(RequestIds.place(given.getFirst()).block(), i));
    }
  }

  @Test
  void idsOfThisProcessAreOpenUntilTheirRowComes() {
    try (var database = database();
        var ledger = ledger(database)) {
      var id = ledger.nextRequest();
      var next = RequestIds.text(RequestIds.place(id).block(), 1);

      assertThat(fate(ledger, id)).isEqualTo(Inquiry.Fate.OPEN);
      assertThat(ledger.request(next)).isEqualTo(new Inquiry.Unknown());
      assertThat(ledger.request("req_zzzzzzzz")).isEqualTo(new Inquiry.Unknown());
      assertThat(ledger.request("nonsense")).isEqualTo(new Inquiry.Unknown());
      ledger.note(attempt(id));
      assertThat(ledger.request(id)).isInstanceOf(Inquiry.Recorded.class);
    }
  }

  @Test
  @DisplayName("B8: a clean close misses nothing")
  void cleanCloseIsExact() {
    String with;
    String without;
    String after;
    try (var database = database();
        var ledger = ledger(database)) {
      with = ledger.nextRequest();
      without = ledger.nextRequest();
      ledger.note(attempt(with));
      after = RequestIds.text(RequestIds.place(with).block(), 2);
    }
    try (var database = database();
        var ledger = ledger(database)) {
      assertThat(ledger.gaps()).isEqualTo(new LedgerStore.Gaps(0, 0, 0, 0));
      assertThat(ledger.request(with)).isInstanceOf(Inquiry.Recorded.class);
      assertThat(fate(ledger, without)).isEqualTo(Inquiry.Fate.NO_ATTEMPT);
      assertThat(ledger.request(after)).isEqualTo(new Inquiry.Unknown());
    }
  }

  @Test
  @DisplayName("B8: after a crash each id of an open block has a row, or is told as lost or unused")
  void crashIsReconciled() throws IOException {
    var ids = new ArrayList<String>();
    var copy = folder.resolve("crashed.db");
    try (var database = database();
        var ledger = ledger(database)) {
      for (int i = 0; i < RequestIds.BLOCK + 10; i++) {
        ids.add(ledger.nextRequest());
      }
      // Of the first block all but 24 have a row; of the second the places 0 and 4.
      for (int i = 0; i < 1_000; i++) {
        ledger.note(attempt(ids.get(i)));
      }
      ledger.note(attempt(ids.get(RequestIds.BLOCK)));
      ledger.note(attempt(ids.get(RequestIds.BLOCK + 4)));
      ledger.newest(last(1));
      database.flush();
      crash(copy);
    }
    file = copy;
    for (int start = 0; start < 2; start++) {
      try (var database = database();
          var ledger = ledger(database)) {
        var gaps = ledger.gaps();
        assertThat(gaps.lost()).isEqualTo(24 + 3);
        assertThat(gaps.lostOrUnused()).isEqualTo(RequestIds.BLOCK - 5 + 2L * RequestIds.BLOCK);
        assertThat(ledger.request(ids.getFirst())).isInstanceOf(Inquiry.Recorded.class);
        assertThat(fate(ledger, ids.get(1_010))).isEqualTo(Inquiry.Fate.LOST);
        assertThat(fate(ledger, ids.get(RequestIds.BLOCK + 2))).isEqualTo(Inquiry.Fate.LOST);
        assertThat(fate(ledger, ids.getLast())).isEqualTo(Inquiry.Fate.LOST_OR_UNUSED);
        assertThat(ledger.nextRequest()).isGreaterThan(ids.getLast());
      }
    }
  }

  /// What a kill leaves: the file and its log as they are on disk.
  private void crash(Path copy) throws IOException {
    for (var end : List.of("", "-wal")) {
      Files.copy(Path.of(file + end), Path.of(copy + end));
    }
  }

  @Test
  void oldRowsGoAtTheStartAndEveryHour() {
    var ids = new ArrayList<String>();
    try (var database = database();
        var ledger = ledger(database)) {
      for (int i = 0; i < 3 * LedgerStore.SWEPT_AT_ONCE; i++) {
        ids.add(ledger.nextRequest());
        ledger.note(attempt(ids.getLast()));
      }
      ledger.newest(last(1));
      time.advance(KEEP.minusMinutes(30));
      ids.add(ledger.nextRequest());
      ledger.note(attempt(ids.getLast()));
      assertThat(count(ledger, database)).isEqualTo(ids.size());

      time.advance(LedgerStore.SWEEP);
      ledger.sweep();

      assertThat(ledger.newest(last(10)))
          .extracting(a -> a.errand().request())
          .containsExactly(ids.getLast());
    }
    time.advance(KEEP);
    try (var database = database();
        var ledger = ledger(database)) {
      ledger.sweep();
      assertThat(ledger.newest(last(10))).isEmpty();
      assertThat(ledger.request(ids.getFirst())).isEqualTo(new Inquiry.Unknown());
    }
  }

  @Test
  void blockThatWasUsedUpLongAgoIsNoLongerInDoubt() throws IOException {
    var ids = new ArrayList<String>();
    var copy = folder.resolve("crashed.db");
    try (var database = database();
        var ledger = ledger(database)) {
      for (int i = 0; i < RequestIds.BLOCK + 1; i++) {
        ids.add(ledger.nextRequest());
      }
      time.advance(Duration.ofHours(2));
      ledger.sweep();
      database.flush();
      crash(copy);
    }
    file = copy;
    try (var database = database();
        var ledger = ledger(database)) {
      assertThat(fate(ledger, ids.getFirst())).isEqualTo(Inquiry.Fate.NO_ATTEMPT);
      assertThat(fate(ledger, ids.getLast())).isEqualTo(Inquiry.Fate.LOST_OR_UNUSED);
    }
  }

  @Test
  void listenersHearDurableRowsInTheirOrderUntilTheyLeave() {
    var heard = new CopyOnWriteArrayList<String>();
    try (var database = database();
        var ledger = ledger(database)) {
      ledger.listen(
          _ -> {
            throw new IllegalStateException("a broken listener");
          });
      var leave = ledger.listen(attempt -> heard.add(attempt.errand().request()));
      var ids = List.of(ledger.nextRequest(), ledger.nextRequest(), ledger.nextRequest());
      ids.subList(0, 2).forEach(id -> ledger.note(attempt(id)));
      ledger.newest(last(1));
      leave.run();
      ledger.note(attempt(ids.getLast()));
      ledger.newest(last(1));

      assertThat(heard).isEqualTo(ids.subList(0, 2));
      assertThat(ledger.newest(last(10))).as("written once each").hasSize(3);
    }
  }
}
