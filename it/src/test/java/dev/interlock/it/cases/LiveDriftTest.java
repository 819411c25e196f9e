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
import dev.interlock.testkit.Seeds;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// An engine that becomes another one in the middle of a job, behind a living connection.
final class LiveDriftTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(8);

  @TempDir private Path folder = Path.of("");

  private static boolean note(String text) {
    return text.startsWith("Note word");
  }

  /// An engine that turns its vectors after so many notes.
  private static final class Turning implements Script {
    private final Script before = Scripts.of(TRUE);
    private final Script after;
    private final int from;
    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicInteger turned = new AtomicInteger();

    Turning(int from, VectorFunction other) {
      this.from = from;
      this.after = Scripts.of(other);
    }

    @Override
    public Reply answer(Request request) {
      int more = (int) request.texts().stream().filter(LiveDriftTest::note).count();
      if (notes.addAndGet(more) - more < from) {
        return before.answer(request);
      }
      turned.addAndGet(more);
      return after.answer(request);
    }

    /// Notes that it gave a turned vector.
    int turned() {
      return turned.get();
    }
  }

  /// Four engines behind one name, of which one turns its vectors after so many notes; chance draws
  /// who answers.
  private static final class Replicas implements Script {
    private final Script sound = Scripts.of(TRUE);
    private final Script bad;
    private final int from;
    private final RandomGenerator chance;
    private final Set<String> turned = new HashSet<>();
    private int notes;

    Replicas(int from, double degrees, long seed) {
      this.bad = Scripts.of(TRUE.turned(degrees));
      this.from = from;
      this.chance = new Seeds(seed).stream("replica");
    }

    @Override
    public synchronized Reply answer(Request request) {
      var more = request.texts().stream().filter(LiveDriftTest::note).toList();
      boolean one = notes >= from && chance.nextInt(4) == 0;
      notes += more.size();
      if (one) {
        turned.addAll(more);
      }
      return (one ? bad : sound).answer(request);
    }

    /// Notes that the bad one ever gave a vector.
    synchronized Set<String> turned() {
      return Set.copyOf(turned);
    }
  }

  private static String yaml(ScriptedEmbeddings engine, int batch) {
    return new Yaml()
        .local(
            "L1",
            engine,
            "model: embed-m, maxTokens: 2048, concurrency: 1, maxBatch: %d".formatted(batch))
        .toString();
  }

  @ParameterizedTest
  @CsvSource({"1,30", "16,3", "16,30", "40,2"})
  @DisplayName(
      "A3, A5: a turn in the middle of a job is seen within 90 texts; its rows lose their vectors")
  void aTurnIsSeenWithinNinetyTexts(int batch, double degrees) throws IOException {
    var root = Tree.notes(folder.resolve("root"), 400);
    var engine = new Turning(150, TRUE.turned(degrees));
    try (var l1 = ScriptedEmbeddings.start(engine);
        var station = Station.start(folder.resolve("home"), yaml(l1, batch))) {
      station.gate("L1", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      var repair = repaired(station);

      assertThat(repair.path("rows").asInt()).isBetween(1, Patrol.INTERVAL);
      if (degrees > 9) {
        station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
        assertThat(engine.turned()).isBetween(1, Patrol.INTERVAL);
        var row = station.gate("L1", TableName.DOCS);
        assertThat(row.path("verdict").asString()).isEqualTo("refused");
        assertThat(row.path("rowsSinceLastGood").asInt()).isEqualTo(repair.path("rows").asInt());
        assertThat(row.path("repair").path("reason").asString()).contains("own vector");
        assertThat(station.search("word7", "lexical").json().toString()).contains("word7");
      } else {
        // Still within the floors: the gate admits what it is now, and the rows are made again.
        var job = station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
        assertThat(job.path("stored").asInt()).isEqualTo(400);
      }
      assertThat(l1.texts().stream().filter(t -> !note(t)).count()).isPositive();
    }
  }

  /// Asks every admitted route for its canaries.
  private static void round(Station station, TableName table) {
    var gatekeeper = station.running().gatekeeper();
    gatekeeper.admitted(table).forEach(a -> gatekeeper.canaries(table, a.route()).join());
  }

  @Test
  @DisplayName(
      "A5: a local reference that changes under everyone is caught, and the other route mends")
  void anotherAdmittedRouteMends() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 600);
    var engine = new Turning(150, TRUE.turned(25));
    try (var l1 = ScriptedEmbeddings.start(engine);
        var l2 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml()
                    .local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 16")
                    .local("L2", l2, "model: embed-m, maxTokens: 2048, maxBatch: 16")
                    .toString())) {
      station.gate("L2", TableName.DOCS);
      station.gate("L1", TableName.DOCS);
      var job = station.indexed(root);

      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(600);
      var row = station.gate("L1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("repair").path("state").asString()).isEqualTo("ended");
      assertThat(row.path("repair").path("embedded").asInt())
          .isEqualTo(row.path("rowsSinceLastGood").asInt())
          .isPositive();
      nothingTurned(station);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  @DisplayName("A5: whatever one bad replica of four made is made again, whichever check it missed")
  void allThatABadReplicaMadeIsMadeAgain(long seed) throws IOException {
    var root = Tree.notes(folder.resolve("root"), 500);
    var replicas = new Replicas(100, 25, seed);
    try (var l1 = ScriptedEmbeddings.start(replicas);
        var l2 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml()
                    .local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 4")
                    .local("L2", l2, "model: embed-m, maxTokens: 2048, maxBatch: 1, concurrency: 1")
                    .toString())) {
      station.gate("L2", TableName.DOCS);
      station.gate("L1", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      await(() -> !replicas.turned().isEmpty(), "a bad answer");
      for (int round = 0; round < 40 && repairs(station).isEmpty(); round++) {
        round(station, TableName.DOCS);
      }
      repaired(station);
      station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
      await(() -> repair(station).path("state").asString().equals("ended"), "the repair's end");

      assertThat(station.gate("L1", TableName.DOCS).path("verdict").asString())
          .isEqualTo("refused");
      for (var text : replicas.turned()) {
        var hit = station.search(text.strip(), "vector").json().path("hits").path(0);
        assertThat(hit.path("parts").path("vector").path("score").asDouble())
            .as(text)
            .isGreaterThan(0.999);
      }
    }
  }

  @Test
  @DisplayName(
      "A5: a route that answers now so, now so, within the floors, is refused all the same")
  void anUnsteadyRouteIsNotAdmittedAgain() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 2_000);
    var replicas = new Replicas(100, 3, 5);
    try (var l1 = ScriptedEmbeddings.start(replicas);
        var station = Station.start(folder.resolve("home"), yaml(l1, 16))) {
      station.gate("L1", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      await(() -> !replicas.turned().isEmpty(), "a bad answer");
      for (int round = 0; round < 40 && repairs(station).isEmpty(); round++) {
        round(station, TableName.DOCS);
      }
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      repaired(station);

      var row = station.gate("L1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("minCosine").asDouble()).isGreaterThan(0.99);
      assertThat(row.path("reason").asString()).contains("some answers are as at admission");
    }
  }

  private static long named(Station station) {
    return repairs(station)
        .valueStream()
        .filter(repair -> !repair.path("state").asString().equals("naming"))
        .count();
  }

  @Test
  @DisplayName("A5, C23: what a bad replica made before an idle connection was closed is named too")
  void anIdleCloseVouchesForNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 100);
    var calls = new AtomicInteger();
    var bad = new AtomicBoolean();
    var sound = Scripts.of(TRUE);
    var turned = Scripts.of(TRUE.turned(25));
    Script third = r -> (bad.get() && calls.incrementAndGet() % 3 == 0 ? turned : sound).answer(r);
    try (var l1 = ScriptedEmbeddings.start(third);
        var station = Station.start(folder.resolve("home"), yaml(l1, 16))) {
      assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(100);
      var before = station.gate("L1", TableName.DOCS).path("checkedAt");
      station.time().advance(Duration.ofMillis(1));
      l1.closeIdle();
      await(() -> verdict(station).equals("unproven"), "the connection's end");
      assertThat(station.gate("L1", TableName.DOCS).path("checkedAt")).isNotEqualTo(before);
      bad.set(true);
      while (repairs(station).isEmpty()) {
        round(station, TableName.DOCS);
      }

      assertThat(repaired(station).path("rows").asInt()).isEqualTo(100);
    }
  }

  private static String verdict(Station station) {
    return station
        .get("/api/v1/gate")
        .json()
        .path("matrix")
        .valueStream()
        .filter(row -> row.path("table").asString().equals("docs"))
        .findFirst()
        .orElseThrow()
        .path("verdict")
        .asString();
  }

  /// Every row is found by its own vector as the true engine gives it.
  private static void nothingTurned(Station station) {
    for (int i : List.of(1, 77, 151, 170, 199, 230, 400, 600)) {
      var hit = station.search(Tree.text(i).strip(), "vector").json().path("hits").path(0);
      assertThat(hit.path("path").asString()).isEqualTo("n%04d.md".formatted(i));
      assertThat(hit.path("parts").path("vector").path("score").asDouble()).isGreaterThan(0.999);
    }
  }

  @Test
  @DisplayName("A5, A7: a sole cloud route that changes behind its pin is caught by the anchors")
  void aSoleCloudRouteIsCaught() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 400);
    var engine = new Turning(150, TRUE.turned(25));
    try (var c1 = ScriptedEmbeddings.start(engine);
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml()
                    .cloud("C1", c1, "concurrency: 1, maxBatch: 16")
                    .policy("cloud")
                    .toString())) {
      station.gate("C1", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      repaired(station);

      var row = station.gate("C1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("coverage").asString()).isEqualTo("reduced");
      assertThat(row.path("rowsSinceLastGood").asInt()).isPositive();
    }
  }

  @Test
  @DisplayName("A5, B8: a repair without a route survives a restart and ends counted")
  void aRepairSurvivesARestart() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 400);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(new Turning(150, TRUE.turned(25)))) {
      long inDoubt;
      String id;
      try (var station = Station.start(home, yaml(l1, 16))) {
        station.gate("L1", TableName.DOCS);
        id = station.index(root).json().path("job").path("id").asString();
        var repair = repaired(station);
        station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
        inDoubt = repair.path("rows").asLong();
        assertThat(station.get("/api/v1/repairs/1").json().path("rows")).hasSize((int) inDoubt);
      }
      l1.answering(Scripts.of(TRUE));
      try (var station = Station.start(home, yaml(l1, 16))) {
        var job = station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
        assertThat(job.path("stored").asInt()).isEqualTo(400);
        var repair = station.get("/api/v1/repairs/1").json().path("repair");
        assertThat(repair.path("state").asString()).isEqualTo("ended");
        assertThat(repair.path("embedded").asLong()).isGreaterThanOrEqualTo(inDoubt);
        assertThat(repair.path("waiting").asLong()).isZero();
      }
    }
  }

  @Test
  @DisplayName("A5: an engine that is silent for a while raises no alarm")
  void silenceIsNoAlarm() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 300);
    var failing = new AtomicBoolean(true);
    var sound = Scripts.of(TRUE);
    Script flaky =
        r ->
            r.texts().stream().anyMatch(t -> !note(t))
                    && r.texts().stream().anyMatch(LiveDriftTest::note)
                    && failing.getAndSet(false)
                ? Reply.status(500, "out of memory")
                : sound.answer(r);
    try (var l1 = ScriptedEmbeddings.start(flaky);
        var station = Station.start(folder.resolve("home"), yaml(l1, 16))) {
      station.gate("L1", TableName.DOCS);
      assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(300);
      assertThat(failing).isFalse();
      assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 6})
  @DisplayName("A5: a build whose vectors depend on their batch raises no alarm in 2,000 texts")
  void aBatchDependentBuildRaisesNoAlarm(double degrees) throws IOException {
    var root = Tree.notes(folder.resolve("root"), 2_000);
    var single = Scripts.of(TRUE);
    var other = Scripts.of(TRUE.turned(degrees));
    Script wobbling = r -> (r.texts().size() % 2 == 1 ? single : other).answer(r);
    try (var l1 = ScriptedEmbeddings.start(wobbling);
        var station = Station.start(folder.resolve("home"), yaml(l1, 16))) {
      assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(2_000);
      assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
    }
  }

  @Test
  @DisplayName("A5: canaries go out every ten minutes while there is traffic, without any job")
  void canariesGoOutWhileThereIsTraffic() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = Station.start(folder.resolve("home"), yaml(l1, 16))) {
      station.gate("L1", TableName.CODE);
      assertThat(station.embed("a question").status()).isEqualTo(200);
      l1.answering(Scripts.of(TRUE.turned(30)));
      station.time().advance(Duration.ofMinutes(10));
      round(station, TableName.CODE);

      assertThat(station.gate("L1", TableName.CODE).path("verdict").asString())
          .isEqualTo("refused");
      await(() -> named(station) == 2, "both tables know what is in doubt");
      l1.forget();
      station.time().advance(Duration.ofMinutes(30));
      assertThat(l1.texts()).isEmpty();
    }
  }

  private static void await(BooleanSupplier wanted, String what) {
    long start = System.nanoTime();
    while (!wanted.getAsBoolean()) {
      assertThat(System.nanoTime() - start).as(what).isLessThan(Duration.ofSeconds(60).toNanos());
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static JsonNode repairs(Station station) {
    return station.get("/api/v1/repairs").json().path("repairs");
  }

  /// The repair of the notes' table.
  private static JsonNode repair(Station station) {
    return repairs(station)
        .valueStream()
        .filter(repair -> repair.path("table").asString().equals("docs"))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  /// Waits until the first repair's rows are named.
  private static JsonNode repaired(Station station) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < Duration.ofSeconds(60).toNanos()) {
      var repair = repair(station);
      if (!repair.isMissingNode()
          && !repair.path("state").asString().equals("naming")
          && repair.path("rows").asInt() > 0) {
        return repair;
      }
      LockSupport.parkNanos(5_000_000);
    }
    throw new AssertionError("no repair came: " + station.get("/api/v1/gate").json());
  }
}
