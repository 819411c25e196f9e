package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.gate.Patrol;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Rows that no canary has followed yet, at a job's end and over a restart. So few notes that no
/// canary rides among them.
final class VouchedRowsTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(8);
  private static final VectorFunction OTHER = TRUE.turned(25);
  private static final String SETTINGS =
      "model: embed-m, maxTokens: 2048, concurrency: 1, maxBatch: 16";

  @TempDir private Path folder = Path.of("");

  private static boolean note(String text) {
    return text.startsWith("Note word");
  }

  private static boolean notes(Request request) {
    return request.texts().stream().anyMatch(VouchedRowsTest::note);
  }

  /// An engine that turns its vectors after so many notes.
  private static Script turning(int from) {
    var before = Scripts.of(TRUE);
    var after = Scripts.of(OTHER);
    var seen = new AtomicInteger();
    return request -> {
      int more = (int) request.texts().stream().filter(VouchedRowsTest::note).count();
      return (seen.addAndGet(more) - more < from ? before : after).answer(request);
    };
  }

  /// The local engine makes all; the cloud is held in reserve.
  private static String reserve(ScriptedEmbeddings l1, ScriptedEmbeddings c1) {
    return new Yaml().local("L1", l1, SETTINGS).cloud("C1", c1).policy("backup").toString();
  }

  @Test
  @DisplayName("A5: a drift in the last texts of a job is found before the job is complete")
  void aDriftInTheLastTextsIsFound() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 60);
    try (var l1 = ScriptedEmbeddings.start(turning(20));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = Station.start(folder.resolve("home"), reserve(l1, c1))) {
      station.gate("C1", TableName.DOCS);
      station.gate("L1", TableName.DOCS);
      var job = station.indexed(root);

      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(60);
      assertThat(l1.texts().stream().filter(VouchedRowsTest::note)).hasSize(60);
      var row = station.gate("L1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("rowsSinceLastGood").asInt()).isEqualTo(60);
      assertThat(repair(station).path("waiting").asInt()).isZero();
      nothingTurned(station, 60);
    }
  }

  @Test
  @DisplayName("A5: without another route the job waits for what its last canary put in doubt")
  void theJobWaitsForItsLastRepair() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 60);
    try (var l1 = ScriptedEmbeddings.start(turning(20));
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1, SETTINGS).toString())) {
      station.gate("L1", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      await(() -> repair(station).path("rows").asInt() == 60, "all rows named");
    }
  }

  @Test
  @DisplayName("A5: an end that is checked costs one text, and none where fewer than 30 were made")
  void theEndCostsOneText() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1, SETTINGS).toString())) {
      station.gate("L1", TableName.CODE);
      station.gate("L1", TableName.DOCS);
      for (int made : List.of(Patrol.WORTH_A_CHECK - 1, Patrol.WORTH_A_CHECK)) {
        l1.forget();
        var root = Tree.notes(folder.resolve("root" + made), made * 100, made * 101 - 1);
        assertThat(station.indexed(root).path("state").asString()).isEqualTo("completed");
        boolean checked = made >= Patrol.WORTH_A_CHECK;
        // six for each table at the start
        assertThat(l1.texts().stream().filter(t -> !note(t))).hasSize(checked ? 13 : 12);
        assertThat(unvouched(station)).isEqualTo(checked ? "[]" : told("L1", made, true));
      }
    }
  }

  @Test
  @DisplayName("A5, B8: an engine that is gone at a job's end does not hold it; its rest is told")
  void anEngineThatIsGoneHoldsNoEnd() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 40);
    var seen = new AtomicInteger();
    var sound = Scripts.of(TRUE);
    Script dying =
        request -> {
          seen.addAndGet((int) request.texts().stream().filter(VouchedRowsTest::note).count());
          return seen.get() >= 40 && !notes(request)
              ? Reply.status(500, "out of memory")
              : sound.answer(request);
        };
    try (var l1 = ScriptedEmbeddings.start(dying);
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1, SETTINGS).toString())) {
      station.gate("L1", TableName.DOCS);
      assertThat(station.indexed(root).path("state").asString()).isEqualTo("completed");

      assertThat(unvouched(station)).isEqualTo(told("L1", 40, true));
      assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
      l1.answering(sound);
      await(
          () -> station.gate("L1", TableName.DOCS).path("verdict").asString().equals("admitted"),
          "the next admission");
      assertThat(unvouched(station)).isEqualTo("[]");
    }
  }

  @Test
  @DisplayName("A5, B8: an engine that is silent at a job's end is waited for half a minute")
  void anEngineThatIsSilentHoldsNoEnd() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 40);
    var seen = new AtomicInteger();
    var asked = new CompletableFuture<Void>();
    var release = new CompletableFuture<Void>();
    var sound = Scripts.of(TRUE);
    Script silent =
        request -> {
          seen.addAndGet((int) request.texts().stream().filter(VouchedRowsTest::note).count());
          if (seen.get() < 40 || notes(request)) {
            return sound.answer(request);
          }
          asked.complete(null);
          return new Reply.Held(release, sound.answer(request));
        };
    try (var l1 = ScriptedEmbeddings.start(silent);
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1, SETTINGS).toString())) {
      station.gate("L1", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      await(asked::isDone, "the last canary");
      station.awaitJob(id, j -> j.path("stored").asInt() == 40);
      assertThat(station.get("/api/v1/jobs/" + id).json().path("job").path("state").asString())
          .isEqualTo("running");
      station.time().advance(Duration.ofSeconds(30));
      station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
      assertThat(unvouched(station)).isEqualTo(told("L1", 40, true));
      release.complete(null);
      await(() -> unvouched(station).equals("[]"), "the late canary's good word");
    }
  }

  @Test
  @DisplayName("A5: rows made after the last good check are named though the server was restarted")
  void aRestartForgetsNoRowInDoubt() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 60);
    var home = folder.resolve("home");
    var release = new CompletableFuture<Void>();
    var calls = new AtomicInteger();
    var answered = new AtomicInteger();
    var drifting = turning(1);
    Script stuck =
        request -> {
          if (notes(request) && calls.incrementAndGet() > 2) {
            return new Reply.Held(release, drifting.answer(request));
          }
          answered.addAndGet((int) request.texts().stream().filter(VouchedRowsTest::note).count());
          return drifting.answer(request);
        };
    try (var l1 = ScriptedEmbeddings.start(stuck);
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE))) {
      String id;
      try (var station = Station.start(home, reserve(l1, c1))) {
        station.gate("C1", TableName.DOCS);
        station.gate("L1", TableName.DOCS);
        id = station.index(root).json().path("job").path("id").asString();
        await(() -> calls.get() > 2, "two calls answered, one on its way");
        // a batch is written when it has waited for five seconds
        for (int i = 0; i < 20 && stored(station, id) < answered.get(); i++) {
          station.time().advance(Duration.ofSeconds(6));
          LockSupport.parkNanos(500_000_000);
        }
        assertThat(stored(station, id)).isEqualTo(answered.get()).isGreaterThan(1);
        assertThat(unvouched(station)).isEqualTo(told("L1", answered.get(), true));
        assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
      }
      release.complete(null);
      l1.answering(Scripts.of(OTHER));
      try (var station = Station.start(home, reserve(l1, c1))) {
        assertThat(station.gate("L1", TableName.DOCS).path("verdict").asString())
            .isEqualTo("refused");
        station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
        await(() -> repair(station).path("state").asString().equals("ended"), "the repair's end");

        assertThat(repair(station).path("rows").asInt()).isEqualTo(answered.get());
        assertThat(repair(station).path("reason").asString()).contains("cosine");
        nothingTurned(station, 60);
        assertThat(unvouched(station)).doesNotContain("L1");
      }
    }
  }

  @Test
  @DisplayName("A5: what a route made that agrees after the restart is vouched for, and stays")
  void aRestartVouchesForWhatAgrees() throws IOException {
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE))) {
      var yaml = new Yaml().local("L1", l1, SETTINGS).toString();
      indexed(home, yaml, 20);
      try (var station = Station.start(home, yaml)) {
        station.gate("L1", TableName.DOCS);
        assertThat(unvouched(station)).isEqualTo("[]");
        assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
        assertThat(station.get("/api/v1/tables").json().toString()).contains("\"stored\":20");
      }
    }
  }

  /// A job of so many notes by L1, and the server's end.
  private void indexed(Path home, String yaml, int notes) throws IOException {
    var root = Tree.notes(folder.resolve("root"), notes);
    try (var station = Station.start(home, yaml)) {
      station.gate("L1", TableName.DOCS);
      assertThat(station.indexed(root).path("state").asString()).isEqualTo("completed");
      assertThat(unvouched(station)).isEqualTo(told("L1", notes, true));
    }
  }

  @Test
  @DisplayName("A5: rows that a route made which is gone now are told, and made again by another")
  void whatAGoneRouteMadeIsMadeAgain() throws IOException {
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var l2 = ScriptedEmbeddings.start(Scripts.of(OTHER))) {
      indexed(home, new Yaml().local("L1", l1, SETTINGS).toString(), 20);
      var renamed = new Yaml().local("L2", l2, SETTINGS).toString();
      try (var watch = LogWatch.start();
          var station = Station.start(home, renamed)) {
        assertThat(station.gate("L2", TableName.DOCS).path("verdict").asString())
            .isEqualTo("refused");
        assertThat(unvouched(station)).isEqualTo(told("L1", 20, false));
        assertThat(watch.warnings()).anyMatch(line -> line.contains("the role has no more"));
        assertThat(station.get("/api/v1/tables").json().toString()).contains("\"stored\":20");
      }
      l2.answering(Scripts.of(TRUE));
      try (var station = Station.start(home, renamed)) {
        assertThat(station.gate("L2", TableName.DOCS).path("verdict").asString())
            .isEqualTo("admitted");
        await(() -> repair(station).path("state").asString().equals("ended"), "the repair's end");
        assertThat(repair(station).path("route").asString()).isEqualTo("L1");
        assertThat(repair(station).path("embedded").asInt()).isEqualTo(20);
        assertThat(repair(station).path("reason").asString()).contains("any more");
        assertThat(unvouched(station)).doesNotContain("L1");
        nothingTurned(station, 20);
      }
    }
  }

  private static int stored(Station station, String id) {
    return station.get("/api/v1/jobs/" + id).json().path("job").path("stored").asInt();
  }

  private static String unvouched(Station station) {
    return station.get("/api/v1/gate").json().path("unvouched").toString();
  }

  private static String told(String route, int rows, boolean listed) {
    return "[{\"route\":\"%s\",\"table\":\"docs\",\"rows\":%d,\"listed\":%s}]"
        .formatted(route, rows, listed);
  }

  /// Every row is found by its own vector as the true engine gives it.
  private static void nothingTurned(Station station, int count) {
    IntStream.rangeClosed(1, count)
        .forEach(
            i -> {
              var hit = station.search(Tree.text(i).strip(), "vector").json().path("hits").path(0);
              assertThat(hit.path("path").asString()).isEqualTo("n%04d.md".formatted(i));
              assertThat(hit.path("parts").path("vector").path("score").asDouble())
                  .isGreaterThan(0.999);
            });
  }

  /// The repair of the notes' table, once its rows are named.
  private static JsonNode repair(Station station) {
    return station
        .get("/api/v1/repairs")
        .json()
        .path("repairs")
        .valueStream()
        .filter(repair -> repair.path("table").asString().equals("docs"))
        .filter(repair -> !repair.path("state").asString().equals("naming"))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  private static void await(BooleanSupplier wanted, String what) {
    long start = System.nanoTime();
    while (!wanted.getAsBoolean()) {
      assertThat(System.nanoTime() - start).as(what).isLessThan(Duration.ofSeconds(60).toNanos());
      LockSupport.parkNanos(5_000_000);
    }
  }
}
