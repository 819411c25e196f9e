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
import dev.interlock.runtime.store.LedgerFilter.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptTermsTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("interlock.db");
  }

  @Test
  void wordsOfADayAreWrittenOnce() {
    try (var test = new TestDatabase(file)) {
      write(test, attempt("a", Optional.of("p"), NOON), attempt("b", Optional.of("p"), NOON));
      write(test, attempt("c", Optional.of("p"), NOON.plusSeconds(1)));
      assertThat(terms(test)).isEqualTo(1);

      write(test, attempt("d", Optional.empty(), NOON), attempt("e", Optional.empty(), NOON));
      assertThat(terms(test)).as("without a project").isEqualTo(2);

      write(test, attempt("f", Optional.of("p"), NOON.plus(DAY)));
      assertThat(terms(test)).as("the next day").isEqualTo(3);
    }
  }

  @Test
  void everyRowHasItsOwnWordsBack() {
    var rows = new ArrayList<Attempt>();
    for (int i = 0; i < 6; i++) {
      rows.add(attempt("r" + i, i % 2 == 0 ? Optional.of("p" + i % 4) : Optional.empty(), NOON));
    }
    try (var test = new TestDatabase(file)) {
      write(test, rows.toArray(Attempt[]::new));

      assertThat(newest(test, Map.of())).isEqualTo(rows.reversed());
      assertThat(newest(test, Map.of(Column.PROJECT, "p2"))).containsExactly(rows.get(2));
    }
  }

  @Test
  void wordsThatWereRolledBackAreWrittenAgain() {
    try (var test = new TestDatabase(file)) {
      test.database.writeLater(
          connection -> {
            AttemptRows.insert(connection, List.of(attempt("a", Optional.of("p"), NOON)));
            throw new SQLException("never");
          });
      test.database.flush();
      var row = attempt("b", Optional.of("p"), NOON);
      write(test, row);

      assertThat(newest(test, Map.of())).containsExactly(row);
    }
  }

  @Test
  void wordsGoWithTheRowsOfTheirDay() {
    try (var test = new TestDatabase(file)) {
      var kept = attempt("b", Optional.of("p"), NOON);
      write(test, attempt("a", Optional.of("p"), NOON.minus(DAY)), kept);

      test.database.write(
          connection ->
              AttemptRows.expire(connection, NOON, 10) + AttemptTerms.expire(connection, NOON));

      assertThat(terms(test)).isEqualTo(1);
      assertThat(newest(test, Map.of())).containsExactly(kept);
    }
  }

  @Test
  void rowsOfTheReleaseBeforeKeepTheirWords() throws IOException, SQLException {
    Files.createDirectories(folder);
    var connections = new Connections(file);
    NativeLibrary.prepare(TestDatabase.UNPACKED);
    Flyway.configure()
        .dataSource(connections.source())
        .locations("classpath:dev/interlock/runtime/store/migration")
        .target("3")
        .load()
        .migrate();
    try (var before = connections.writer()) {
      Sql.run(before, "PRAGMA application_id = " + Schema.APPLICATION_ID);
      Sql.run(before, "PRAGMA user_version = 3");
      for (var row : List.of("'a', 1, 'chat', 'local', 'p'", "'b', 1, 'chat', 'local', NULL")) {
        Sql.update(
            before,
            """
            INSERT INTO attempts (request, attempt, kind, caller, project, purpose, route,
              upstream, decision, requested, resolved, served, strength, ending, status, reason,
              bytes_out, bytes_in, tokens_estimated, started_at, total_nanos)
            VALUES (%s, 'write', 'L1', 'http://l1/v1', 'primary', 'write', 'm', 'm', 'field',
              'answered', 200, '', 120, 3400, 0, ?, 5)\
            """
                .formatted(row),
            NOON);
      }
    }
    try (var test = new TestDatabase(file)) {
      assertThat(newest(test, Map.of()))
          .containsExactly(
              attempt("b", Optional.empty(), NOON), attempt("a", Optional.of("p"), NOON));
    }
  }

  private static Attempt attempt(String request, Optional<String> project, Instant at) {
    return new Attempt(
        new Errand(
            request, AttemptKind.CHAT, new Asker(Asker.LOCAL, project, Optional.of("write"))),
        1,
        new Attempt.Way(Optional.of("L1"), Optional.of("http://l1/v1"), Decision.PRIMARY),
        new Names("write", Optional.of("m"), Optional.of("m"), CheckStrength.FIELD),
        new Attempt.Result(Ending.ANSWERED, OptionalInt.of(200), ""),
        new Volume(120, 3_400, OptionalLong.empty(), OptionalLong.empty(), false),
        new Span(at, OptionalLong.empty(), 5),
        Optional.empty());
  }

  private static void write(TestDatabase test, Attempt... rows) {
    test.database.write(
        connection -> {
          AttemptRows.insert(connection, List.of(rows));
          return rows.length;
        });
  }

  private static long terms(TestDatabase test) {
    return test.database.<Long>read(c -> Sql.number(c, "SELECT count(*) FROM attempt_terms"));
  }

  private static List<Attempt> newest(TestDatabase test, Map<Column, String> words) {
    return test.database.read(
        c -> AttemptRows.newest(c, new LedgerFilter(words, Optional.empty(), 100)));
  }
}
