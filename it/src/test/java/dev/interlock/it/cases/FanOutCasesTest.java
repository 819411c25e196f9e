package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Several routes pull one job's texts: what each may take, and what becomes of texts that one of
/// them does not take.
final class FanOutCasesTest {
  private static final int CHUNKS = 120;

  @TempDir private Path folder = Path.of("");

  private static boolean notes(Request request) {
    return request.texts().stream().anyMatch(FanOutCasesTest::note);
  }

  private static boolean note(String text) {
    return text.startsWith("Note word");
  }

  /// The text of one note, whatever it is cut with.
  private static boolean bad(Request request) {
    return request.texts().stream().anyMatch(text -> note(text) && text.contains("word17 "));
  }

  private static long count(ScriptedEmbeddings engine) {
    return engine.texts().stream().filter(FanOutCasesTest::note).count();
  }

  private static ScriptedEmbeddings engine() {
    return ScriptedEmbeddings.start(Scripts.hashing(8));
  }

  private static long by(JsonNode job, String route) {
    return job.path("servedBy").path(route).asLong();
  }

  private static JsonNode waited(Station station, String id) {
    return station.awaitJob(
        id,
        job -> {
          station.time().advance(Duration.ofSeconds(1));
          return !job.path("endedAt").asString("").isEmpty();
        });
  }

  private static String started(Station station, Path root) {
    return station.index(root).json().path("job").path("id").asString();
  }

  @Test
  @DisplayName("A2, A13: under aggregate local and cloud embed one job, and each text once")
  void bothServe() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = engine();
        var c1 = engine();
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1).cloud("C1", c1).toString())) {
      station.gate("C1", TableName.DOCS);
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(by(job, "L1") + by(job, "C1")).isEqualTo(CHUNKS);
      assertThat(by(job, "L1")).isEqualTo(count(l1)).isPositive();
      assertThat(by(job, "C1")).isEqualTo(count(c1)).isPositive();
    }
  }

  @Test
  @DisplayName("A2: under backup the cloud gets no text while a local route serves, and all after")
  void backupWaits() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = engine();
        var c1 = engine();
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml().local("L1", l1).cloud("C1", c1).policy("backup").toString())) {
      station.gate("C1", TableName.DOCS);
      var left = new AtomicInteger(40);
      var early = new AtomicInteger();
      l1.answering(
          Scripts.hashing(8)
              .except(r -> notes(r) && left.addAndGet(-r.texts().size()) < 0, new Reply.Drop()));
      c1.answering(
          Scripts.hashing(8)
              .except(
                  r -> notes(r) && left.get() >= 0 && early.incrementAndGet() > 0,
                  Reply.status(500, "too early")));
      var job = station.indexed(root);

      assertThat(early).as("calls of the cloud while the local route served").hasValue(0);
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(by(job, "L1")).isPositive();
      assertThat(by(job, "C1")).isPositive();
      assertThat(by(job, "L1") + by(job, "C1")).isEqualTo(CHUNKS);
    }
  }

  @Test
  @DisplayName("A2: a query goes on to the reserve of backup when the local route has just failed")
  void queriesGoOn() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 5);
    for (var policy : new String[] {"aggregate", "backup"}) {
      try (var l1 = engine();
          var c1 = engine();
          var station =
              Station.start(
                  folder.resolve("home-" + policy),
                  new Yaml().local("L1", l1).cloud("C1", c1).policy(policy).toString())) {
        station.gate("C1", TableName.DOCS);
        station.gate("C1", TableName.CODE);
        assertThat(Found.state(station.indexed(root))).isEqualTo("completed");
        l1.answering(Scripts.always(Reply.status(500, "broken")));
        c1.forget();

        assertThat(station.embed("a").status()).as(policy).isEqualTo(200);
        assertThat(station.search("a", "vector").status()).as(policy).isEqualTo(200);
        assertThat(c1.texts()).as(policy).hasSizeGreaterThanOrEqualTo(2);
      }
    }
  }

  @Test
  @DisplayName("A13: a text that one engine refuses is taken by the other; nothing is given up")
  void refusedByOneIsTakenByTheOther() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    var picky = Scripts.hashing(8).except(FanOutCasesTest::bad, Reply.status(400, "not this"));
    try (var l1 = ScriptedEmbeddings.start(picky);
        var l2 = engine();
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1).local("L2", l2).toString())) {
      station.gate("L2", TableName.DOCS);
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(by(job, "L1") + by(job, "L2")).isEqualTo(CHUNKS);
    }
  }

  @Test
  @DisplayName(
      "A13, B8: a text that both refuse is named with both, after few calls; the rest is stored")
  void poisonIsNamed() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    var picky = Scripts.hashing(8).except(FanOutCasesTest::bad, Reply.status(400, "not this"));
    try (var l1 = ScriptedEmbeddings.start(picky);
        var l2 = ScriptedEmbeddings.start(picky);
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1).local("L2", l2).toString())) {
      station.gate("L2", TableName.DOCS);
      var job = station.indexed(root);
      var failures =
          station.get("/api/v1/jobs/" + job.path("id").asString()).json().path("failures");

      assertThat(Found.state(job)).isEqualTo("completed_with_failures");
      assertThat(job.path("stored").asInt()).isEqualTo(CHUNKS - 1);
      assertThat(failures).hasSize(1);
      assertThat(failures.path(0).path("message").asString())
          .contains("not this")
          .containsPattern("given up after L[12] and L[12]");
      long refused =
          l1.requests().stream().filter(FanOutCasesTest::bad).count()
              + l2.requests().stream().filter(FanOutCasesTest::bad).count();
      assertThat(refused).isBetween(2L, 9L);
    }
  }

  @Test
  @DisplayName("A13: an engine that fails at everything is checked, and no text is given up for it")
  void sickEngineNamesNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = engine();
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      station.gate("L1", TableName.DOCS);
      var sick = new AtomicInteger();
      l1.answering(
          Scripts.hashing(8)
              .except(
                  r -> notes(r) || sick.get() > 0,
                  r -> {
                    sick.incrementAndGet();
                    return Reply.status(500, "out of memory");
                  }));
      var id = started(station, root);
      var paused = station.awaitJob(id, job -> Found.state(job).equals("paused_no_provider"));
      assertThat(paused.path("failed").asInt()).isZero();

      l1.answering(Scripts.hashing(8));
      var job = waited(station, id);
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(CHUNKS);
    }
  }

  @Test
  @DisplayName("A11, A13: a 429 is no strike: the route stays admitted, pauses, and serves again")
  void pushbackIsNoStrike() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    var busy = new AtomicInteger(3);
    var pushing =
        Scripts.hashing(8)
            .except(r -> notes(r) && busy.getAndDecrement() > 0, Reply.status(429, "slow down"));
    try (var l1 = ScriptedEmbeddings.start(pushing);
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      var before = station.gate("L1", TableName.DOCS).path("checkedAt").asString();
      var job = waited(station, started(station, root));

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("failed").asInt()).isZero();
      assertThat(busy.get()).isNegative();
      assertThat(station.gate("L1", TableName.DOCS).path("checkedAt").asString()).isEqualTo(before);
    }
  }

  @Test
  @DisplayName(
      "C25, A3: beside a route that serves, one that disagrees is refused and gets no text")
  void disagreeingRouteGetsNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = engine();
        var l2 = ScriptedEmbeddings.start(Scripts.of(VectorFunction.hashing(8).atCosine(0.98)));
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1).local("L2", l2).toString())) {
      assertThat(station.gate("L2", TableName.DOCS).path("verdict").asString())
          .isEqualTo("refused");
      var job = station.indexed(root);

      assertThat(by(job, "L1")).isEqualTo(CHUNKS);
      assertThat(count(l2)).isZero();
    }
  }

  @Test
  @DisplayName("A4, A5: the gate says for each route whether a sole provider stands behind a table")
  void coverageIsTold() throws IOException {
    try (var l1 = engine();
        var c1 = engine();
        var c2 = engine()) {
      var sole = new Yaml().local("L1", l1).cloud("C1", c1).cloud("C2", c2).policy("cloud");
      try (var station = Station.start(folder.resolve("sole"), sole.toString())) {
        assertThat(coverage(station, "C1")).isEqualTo("reduced");
        assertThat(coverage(station, "C2")).isEqualTo("reduced");
      }
      var peers = sole.toString().replaceFirst("(C2: .*pin: )prov-a", "$1prov-b");
      try (var station = Station.start(folder.resolve("peers"), peers)) {
        assertThat(coverage(station, "C2")).isEqualTo("full");
      }
      var both = new Yaml().local("L1", l1).cloud("C1", c1).policy("aggregate");
      try (var station = Station.start(folder.resolve("both"), both.toString())) {
        assertThat(coverage(station, "C1")).isEqualTo("full");
      }
    }
  }

  private static String coverage(Station station, String route) {
    var row = station.gate(route, TableName.DOCS);
    assertThat(row.path("verdict").asString()).isEqualTo("admitted");
    return row.path("coverage").asString();
  }
}
