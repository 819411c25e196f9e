package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An engine that becomes another one under the same name.
final class DriftCasesTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(8);
  private static final String MODELS =
      "{\"object\":\"list\",\"data\":[{\"id\":\"embed-m\",\"object\":\"model\"}]}";

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("C23: vectors that turn by 30 degrees at a restart are refused before any text")
  void restartedEngineIsMeasuredBeforeItServes() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 50);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      assertThat(station.indexed(root).path("state").asString()).isEqualTo("completed");

      l1.answering(Scripts.of(TRUE.turned(30)));
      l1.restartOnSamePort();
      var search = station.search("word7", "vector");

      assertThat(search.status()).isEqualTo(503);
      var row = station.gate("L1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("minCosine").asDouble()).isBetween(0.865, 0.867);
      Tree.file(root, "n0001.md", "Changed.\n");
      assertThat(station.index(root).status()).isEqualTo(503);
      assertThat(station.get("/api/v1/tables").json().toString()).contains("\"stored\":50");
    }
  }

  @Test
  @DisplayName(
      "C24: drift in long texts behind a living connection is seen at the next job's start")
  void driftIsSeenAtJobStart() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1).policy("local").toString())) {
      station.gate("L1", TableName.DOCS);
      l1.answering(Scripts.of(TRUE.except(t -> t.length() > 200, TRUE.atCosine(0.95))));
      station.time().advance(Duration.ofMinutes(10));
      var job = station.index(root);

      assertThat(job.status()).isEqualTo(503);
      assertThat(station.gate("L1", TableName.DOCS).path("verdict").asString())
          .isEqualTo("refused");
      assertThat(station.get("/api/v1/tables").json().toString()).doesNotContain("\"stored\":20");
    }
  }

  @Test
  @DisplayName("C24: canaries go out every ten minutes of a running job and suspend the route")
  void canariesGoOutWhileAJobRuns() throws IOException {
    // Fewer texts than the route takes calls: all are held, and a canary still finds a place.
    var root = Tree.notes(folder.resolve("root"), 8);
    var arrived = new CompletableFuture<Void>();
    var release = new CompletableFuture<Void>();
    var served = Scripts.of(TRUE);
    Function<Script, Script> holdingNotes =
        otherwise ->
            otherwise.except(
                r -> r.texts().stream().anyMatch(t -> t.startsWith("Note word")),
                r -> {
                  arrived.complete(null);
                  return new Reply.Held(release, served.answer(r));
                });
    try (var l1 = ScriptedEmbeddings.start(served);
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml()
                    .local(
                        "L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 64, concurrency: 16")
                    .toString())) {
      station.gate("L1", TableName.DOCS);
      l1.answering(holdingNotes.apply(served));
      var id = station.index(root).json().path("job").path("id").asString();
      arrived.join();
      l1.answering(holdingNotes.apply(Scripts.of(TRUE.turned(10))));
      station.time().advance(Duration.ofMinutes(10));
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      release.complete(null);

      var row = station.gate("L1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(station.get("/api/v1/jobs/" + id).json().path("job").path("stored").asInt())
          .isZero();
    }
  }

  @Test
  @DisplayName("C25, A4: the second engine of the same name is judged by the first and refused")
  void secondEngineIsJudgedByTheFirst() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var l2 = ScriptedEmbeddings.start(Scripts.of(TRUE.atCosine(0.98)));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml().local("L1", l1).local("L2", l2).policy("local").toString())) {
      var row = station.gate("L2", TableName.DOCS);
      station.gate("L2", TableName.CODE);
      l2.forget();
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("minCosine").asDouble()).isBetween(0.9799, 0.9801);
      assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(20);
      assertThat(l2.texts()).isEmpty();

      l1.stop();
      assertThat(station.embed("a").status()).isEqualTo(503);
      assertThat(l2.texts()).isEmpty();
    }
  }

  /// Waits until the gate says so of a route.
  private static void awaitNote(Station station, String words) {
    for (int i = 0; i < 6_000; i++) {
      if (station.get("/api/v1/gate").response().body().contains(words)) {
        return;
      }
      LockSupport.parkNanos(5_000_000);
    }
    throw new AssertionError(station.get("/api/v1/gate").response().body());
  }

  private static Script telling(String build) {
    var props = "{\"model_path\":\"/models/%s.gguf\",\"build_info\":\"b1\"}".formatted(build);
    return Scripts.of(TRUE)
        .except(r -> r.path().equals("/props"), Reply.json(props))
        .except(r -> r.path().equals("/v1/models"), Reply.json(MODELS));
  }

  @Test
  @DisplayName(
      "C23, A3: canaries that agree confirm nothing once the engine says it is another one")
  void aConfirmationThatComesTooLate() throws IOException {
    var release = new CompletableFuture<Void>();
    try (var watch = LogWatch.start();
        var l1 = ScriptedEmbeddings.telling(telling("one"));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml()
                    .local("L1", l1)
                    .toString()
                    .replace("dialect: openai", "dialect: llamacpp"))) {
      station.gate("L1", TableName.CODE);
      assertThat(station.gate("L1", TableName.DOCS).path("verdict").asString())
          .isEqualTo("admitted");
      assertThat(station.embed("a text").status()).isEqualTo(200);
      station.running().gatekeeper().engineIdle("L1");
      var held = new CompletableFuture<Void>();
      l1.answering(
          telling("one")
              .except(
                  r -> !r.texts().isEmpty(),
                  r -> {
                    held.complete(null);
                    return new Reply.Held(release, telling("one").answer(r));
                  }));
      var confirmed = station.running().gatekeeper().ensure(TableName.DOCS);
      held.join();
      l1.answering(telling("two"));
      station.time().advance(Duration.ofMinutes(10));
      awaitNote(station, "two.gguf");
      release.complete(null);
      confirmed.join();

      assertThat(station.gate("L1", TableName.DOCS).path("verdict").asString())
          .isEqualTo("admitted");
      assertThat(watch.warnings()).noneMatch(line -> line.contains("broke"));
    }
  }
}
