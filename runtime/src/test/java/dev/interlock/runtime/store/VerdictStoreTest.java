package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictStoreTest {
  private static final Instant AT = Instant.parse("2026-11-30T08:09:10.123456789Z");
  private static final Scores SCORES =
      new Scores(0.1 + 0.2, 0.995, 0.97, 0.98, 0.05, Double.NaN, 1, "script-korean");

  @TempDir private Path folder;
  private TestDatabase test;
  private VerdictStore verdicts;

  @BeforeEach
  void open() {
    test = new TestDatabase(folder.resolve("interlock.db"));
    verdicts = new VerdictStore(test.database);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private void reopen() {
    close();
    open();
  }

  @Test
  void admittedComesBackWhole() {
    var admitted = admitted("v1", "gpu", 1);
    verdicts.put(admitted);
    reopen();
    assertThat(verdicts.latest("gpu", TableName.CODE)).contains(admitted);
  }

  @Test
  void unmeasuredComesBackWithoutFigures() {
    var failed =
        new Verdict(
            "v1",
            "gpu",
            TableName.DOCS,
            1,
            "probe_failed",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "connection refused",
            OptionalInt.empty(),
            Coverage.REDUCED,
            Optional.empty(),
            AT);
    verdicts.put(failed);
    assertThat(verdicts.latest("gpu", TableName.DOCS)).contains(failed);
  }

  @Test
  void latestIsTheLastPut() {
    verdicts.put(admitted("v1", "gpu", 1));
    var refused = refused("v2", "gpu", 2);
    verdicts.put(refused);
    var other = admitted("v3", "cpu", 1);
    verdicts.put(other);
    assertThat(verdicts.latest("gpu", TableName.CODE)).contains(refused);
    assertThat(verdicts.latest("gpu", TableName.DOCS)).isEmpty();
    assertThat(verdicts.latestAll()).containsExactly(other, refused);
  }

  @Test
  void takenIdKeepsNothing() {
    verdicts.put(admitted("v1", "gpu", 1));
    assertThatThrownBy(() -> verdicts.put(admitted("v1", "cpu", 1)))
        .isInstanceOfSatisfying(
            DuplicateRowException.class, e -> assertThat(e.columns()).isEqualTo("verdicts.id"));
    assertThat(verdicts.latest("cpu", TableName.CODE)).isEmpty();
  }

  @Test
  void unknownWordIsRefused() {
    var sound = admitted("v1", "gpu", 1);
    assertThatThrownBy(
            () ->
                new Verdict(
                    "v1",
                    "gpu",
                    TableName.CODE,
                    1,
                    "fine",
                    sound.grade(),
                    sound.scores(),
                    sound.rule(),
                    sound.probe(),
                    "",
                    sound.dimension(),
                    Coverage.FULL,
                    Optional.empty(),
                    AT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fine");
  }

  @Test
  void epochsGrowOverRestarts() {
    assertThat(verdicts.nextEpoch("gpu", TableName.CODE)).isEqualTo(1);
    assertThat(verdicts.nextEpoch("gpu", TableName.CODE)).isEqualTo(2);
    assertThat(verdicts.nextEpoch("gpu", TableName.DOCS)).isEqualTo(1);
    reopen();
    assertThat(verdicts.nextEpoch("gpu", TableName.CODE)).isEqualTo(3);
    assertThat(verdicts.nextEpoch("cpu", TableName.CODE)).isEqualTo(1);
  }

  @Test
  void servedCountsWhatWasAddedBefore() throws InterruptedException {
    assertThat(verdicts.served("gpu", TableName.CODE)).isZero();
    var release = test.holdLane();
    verdicts.addServed("gpu", TableName.CODE, 40);
    verdicts.addServed("gpu", TableName.CODE, 2);
    verdicts.addServed("cpu", TableName.DOCS, 1);
    release.countDown();
    assertThat(verdicts.served("gpu", TableName.CODE)).isEqualTo(42);
    reopen();
    assertThat(verdicts.served())
        .containsExactly(
            new Served("cpu", TableName.DOCS, 1), new Served("gpu", TableName.CODE, 42));
  }

  private static Verdict admitted(String id, String route, long epoch) {
    return new Verdict(
        id,
        route,
        TableName.CODE,
        epoch,
        "admitted",
        Optional.of(Grade.NEAR),
        Optional.of(SCORES),
        Optional.empty(),
        Optional.empty(),
        "",
        OptionalInt.of(2),
        Coverage.FULL,
        Optional.of("digest:sha256:ab, version 0.12.3"),
        AT);
  }

  private static Verdict refused(String id, String route, long epoch) {
    return new Verdict(
        id,
        route,
        TableName.CODE,
        epoch,
        "refused",
        Optional.of(Grade.REFUSED),
        Optional.of(SCORES),
        Optional.of(Rule.TAIL_PAIR),
        Optional.of("tail-long-a"),
        "reads only its first 250 tokens",
        OptionalInt.of(2),
        Coverage.REDUCED,
        Optional.empty(),
        AT);
  }
}
