package dev.interlock.it.refused;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What examples/refused/run.sh shows, in one process: the full build of a model may not answer for
/// a table that its quantised build made.
final class RefusedTest {
  private static final String EMBEDDED =
      """
      roles:
        code-embedding: {routes: [embedded]}
        text-embedding: {routes: [embedded]}
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("A3: the full build of the model is refused and sees no text beyond the probes")
  void fullBuildIsRefused() throws IOException {
    var home = folder.resolve("home");
    var root = notes();
    try (var station = Station.start(home, EMBEDDED)) {
      var job = station.indexed(root);
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isPositive();
      assertThat(job.path("stored").asInt()).isEqualTo(job.path("expected").asInt());
    }
    try (var engine = FullMiniLmEngine.start(home.resolve("unpacked"));
        var station = Station.start(home, onlyRoute(engine))) {
      for (var table : TableName.values()) {
        var row = station.gate("full", table);
        assertThat(row.path("verdict").asString()).isEqualTo("refused");
        assertThat(row.path("grade").asString()).isEqualTo("refused");
        assertThat(row.path("rule").asString()).isEqualTo("minimum");
        assertThat(row.path("minCosine").asDouble()).isBetween(0.94, 0.985);
        assertThat(row.path("textsServed").asLong()).isZero();
        assertThat(row.path("reason").asString()).contains("0.99");
      }
      var search = station.search("when does the ferry leave", "hybrid");
      var embed = station.embed("a text of a caller");
      var job = station.index(root);

      assertThat(search.status()).isEqualTo(409);
      assertThat(search.code()).isEqualTo("index_model_mismatch");
      assertThat(search.message()).contains("refused").contains("0.99");
      assertThat(embed.status()).isEqualTo(409);
      assertThat(job.status()).isEqualTo(409);
      assertThat(engine.texts()).isGreaterThanOrEqualTo(40);
      assertThat(engine.beyondProbes()).isZero();
      assertThat(station.search("ferry", "lexical").status()).isEqualTo(200);
    }
  }

  /// A copy of the example's folder, whose files the test may not touch.
  private Path notes() throws IOException {
    var from = repository().resolve("examples/refused/notes");
    var to = folder.resolve("notes");
    try (var all = Files.walk(from)) {
      for (var path : all.sorted(Comparator.naturalOrder()).toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
    return to;
  }

  private static Path repository() {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.exists(here.resolve("examples")) ? here : here.resolve("..").normalize();
  }

  private static String onlyRoute(FullMiniLmEngine engine) {
    return """
    hosts:
      lab: {url: "%s"}
    routes:
      full: {host: lab, model: all-minilm-l6-v2, maxTokens: 510}
    roles:
      code-embedding: {routes: [full]}
      text-embedding: {routes: [full]}
    """
        .formatted(engine.url());
  }
}
