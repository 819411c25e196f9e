package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.gate.Patrol;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Real encoders that change in the middle of a job, and real encoders that don't.
final class LiveCanariesTest extends StandInTests {
  @TempDir private Path folder = Path.of("");

  private static String yaml(StandInEngine engine, int batch) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp}
    routes:
      emb: {host: box, model: all-minilm-l6-v2, maxTokens: 510, maxBatch: %d, concurrency: 1}
    roles:
      code-embedding: {routes: [emb]}
      text-embedding: {routes: [emb]}
    """
        .formatted(engine.url(), batch);
  }

  @ParameterizedTest
  @CsvSource({"1, quantised", "16, quantised", "16, turn"})
  @DisplayName(
      "A3, A5: full to quantised, or 2 degrees, in mid-job: seen within 90 texts, rows counted"
          + " alike")
  void aRealDriftIsSeenWithinNinetyTexts(int batch, String drift) throws IOException {
    var root = notes(400);
    try (var engine = StandInEngine.start(ground, encoders());
        var station = Station.start(folder.resolve("home"), yaml(engine, batch))) {
      station.gate("emb", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      await(() -> rows(engine) >= 120, "120 rows");
      engine.set("drift", "{\"to\": \"%s\"}".formatted(drift));
      await(() -> !repair(station).isMissingNode(), "a repair");
      if (drift.equals("turn")) {
        var job = station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
        assertThat(job.path("stored").asInt()).isEqualTo(400);
        await(() -> repair(station).path("state").asString().equals("ended"), "the repair's end");
        assertThat(repair(station).path("rows").asInt()).isBetween(1, Patrol.INTERVAL);
        return;
      }
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      await(
          () -> repair(station).path("rows").asLong() == madeSinceGoodProbe(engine),
          "as many rows in doubt as the engine counts");
      assertThat(engine.stats().path("served").path("sinceChange").path("rows").asInt())
          .isLessThanOrEqualTo(Patrol.INTERVAL);
      var row = station.gate("emb", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("rowsSinceLastGood").asLong()).isEqualTo(madeSinceGoodProbe(engine));
    }
  }

  @Test
  @DisplayName(
      "A3, A5: one bad replica of four is seen in the middle of a job; all it may have made is"
          + " named")
  void oneBadReplicaOfFour() throws IOException {
    var root = notes(3_000);
    try (var engine = StandInEngine.start(ground, encoders());
        var station = Station.start(folder.resolve("home"), yaml(engine, 16))) {
      station.gate("emb", TableName.DOCS);
      var id = station.index(root).json().path("job").path("id").asString();
      await(() -> rows(engine) >= 100, "100 rows");
      engine.set("drift", "{\"to\": \"replica\", \"of\": 4}");
      await(() -> !repair(station).isMissingNode(), "a repair");

      // Each canary meets it with one chance in four: in 19 of 20 runs one has within 1,000 texts,
      // and in all but one of 5,000 within these.
      assertThat(engine.stats().path("served").path("sinceChange").path("rows").asInt())
          .isLessThanOrEqualTo(2_400);
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      // the call that raised the alarm, and nothing else, was thrown away
      await(
          () -> repair(station).path("rows").asLong() >= rows(engine) - 16,
          "all that the route may have made");
    }
  }

  @Test
  @DisplayName("A3: 2,000 texts by the quantised and by the full encoder raise no alarm")
  void soundEncodersRaiseNoAlarm() throws IOException {
    var root = notes(2_000);
    try (var station = Station.start(folder.resolve("embedded"), "")) {
      completes(station, root, 2_000);
      assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
    }
    try (var engine = StandInEngine.start(ground, encoders());
        var station = Station.start(folder.resolve("home"), yaml(engine, 16))) {
      completes(station, root, 2_000);
      assertThat(station.get("/api/v1/repairs").json().path("repairs")).isEmpty();
      long canaries = engine.stats().path("served").path("texts").asLong() - rows(engine);
      assertThat(canaries).isGreaterThan(2_000 / Patrol.INTERVAL);
    }
  }

  /// A pause that ends by itself, as after an idle connection was closed, is none.
  private static void completes(Station station, Path root, int rows) {
    var id = station.index(root).json().path("job").path("id").asString();
    var job = station.awaitJob(id, j -> j.path("state").asString().equals("completed"));
    assertThat(job.path("stored").asInt()).isEqualTo(rows);
  }

  private static long rows(StandInEngine engine) {
    return engine.stats().path("served").path("rows").asLong();
  }

  /// What became rows: texts that went along with a bad canary were thrown away.
  private static long madeSinceGoodProbe(StandInEngine engine) {
    var since = engine.stats().path("served").path("sinceGoodProbe");
    return since.path("rows").asLong() - since.path("besideBadProbes").asLong();
  }

  /// The first repair of the table `docs`, once its rows are named.
  private static JsonNode repair(Station station) {
    for (var repair : station.get("/api/v1/repairs").json().path("repairs")) {
      if (repair.path("table").asString().equals("docs")
          && !repair.path("state").asString().equals("naming")) {
        return repair;
      }
    }
    return MissingNode.getInstance();
  }

  private Path notes(int count) throws IOException {
    var root = Files.createDirectories(folder.resolve("root"));
    for (int i = 1; i <= count; i++) {
      Files.writeString(
          root.resolve("n%04d.md".formatted(i)), "Note word%d on matter%d.\n".formatted(i, i * 7));
    }
    return root;
  }
}
