package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Numbers that are none, too large, too small, or all zero.
final class NumberCasesTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(4);

  @TempDir private Path folder = Path.of("");

  private static float[] v(double a, double b, double c, double d) {
    return new float[] {(float) a, (float) b, (float) c, (float) d};
  }

  private Station station(ScriptedEmbeddings l1) throws IOException {
    return Station.start(
        folder.resolve("home"),
        new Yaml().local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 10").toString());
  }

  @Test
  @DisplayName("C16: a text that breaks the engine costs only itself, is named, and is tried again")
  void oneBadTextCostsOnlyItself() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = station(l1)) {
      station.gate("L1", TableName.DOCS);
      l1.answering(
          Scripts.of(TRUE)
              .exceptForText(t -> t.contains("word7 "), Reply.status(500, "NaN in vector")));
      l1.forget();
      var job = station.indexed(root);
      long requests = l1.requests().stream().filter(r -> texts(r.texts())).count();

      assertThat(job.path("state").asString()).isEqualTo("completed_with_failures");
      assertThat(job.path("stored").asInt()).isEqualTo(19);
      assertThat(job.path("failed").asInt()).isEqualTo(1);
      assertThat(requests).isLessThanOrEqualTo(20);
      var failure = station.get("/api/v1/jobs/newest").json().path("failures").path(0);
      assertThat(failure.path("path").asString()).isEqualTo("n0007.md");
      assertThat(failure.path("message").asString()).contains("500");

      l1.answering(Scripts.of(TRUE));
      l1.forget();
      var again = station.indexed(root);
      assertThat(again.path("state").asString()).isEqualTo("completed");
      assertThat(l1.texts().stream().filter(t -> t.startsWith("Note word"))).hasSize(1);
    }
  }

  private static boolean texts(List<String> texts) {
    return texts.stream().anyMatch(t -> t.startsWith("Note word"));
  }

  @Test
  @DisplayName("C17: infinite components are refused, huge ones normalised without overflow")
  void infiniteRefusedHugeNormalised() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 3);
    var odd =
        TRUE.except(t -> t.contains("word1 "), _ -> v(Float.POSITIVE_INFINITY, 0, 0, 0))
            .except(t -> t.contains("word2 "), _ -> v(1e30, 1e30, 0, 0));
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = station(l1)) {
      station.gate("L1", TableName.DOCS);
      l1.answering(Scripts.of(odd));
      var job = station.indexed(root);
      var hits = station.search("anything", "vector").json().path("hits");

      assertThat(job.path("state").asString()).isEqualTo("completed_with_failures");
      assertThat(job.path("stored").asInt()).isEqualTo(2);
      assertThat(hits.valueStream().map(h -> h.path("path").asString()))
          .containsExactlyInAnyOrder("n0002.md", "n0003.md");
      assertThat(hits.valueStream().mapToDouble(NumberCasesTest::vectorScore))
          .allMatch(s -> s >= -1.001 && s <= 1.001);
    }
  }

  private static double vectorScore(JsonNode hit) {
    return hit.path("parts").path("vector").path("score").asDouble(Double.NaN);
  }

  @Test
  @DisplayName("C18: a zero vector for the query is the upstream's fault, told as such")
  void zeroQueryVectorIsUpstreamFault() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 5);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = station(l1)) {
      station.indexed(root);
      l1.answering(Scripts.of(TRUE.except(t -> t.equals("nought"), _ -> v(0, 0, 0, 0))));
      var reply = station.search("nought", "vector");

      assertThat(reply.status()).isEqualTo(502);
      assertThat(reply.code()).isEqualTo("upstream_zero_vector");
      assertThat(reply.response().body()).doesNotContain("at dev.interlock");
    }
  }

  @Test
  @DisplayName("C19: tiny vectors score by their direction, as rows and as queries")
  void tinyVectorsScoreByDirection() throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, "a.md", "alpha text\n");
    Tree.file(root, "b.md", "beta text\n");
    for (boolean tinyRow : new boolean[] {true, false}) {
      double row = tinyRow ? 1e-6 : 1;
      double query = tinyRow ? 1 : 1e-6;
      var vectors =
          TRUE.except(t -> t.contains("alpha"), _ -> v(row, 0, 0, 0))
              .except(t -> t.contains("beta"), _ -> v(0, 1, 0, 0))
              .except(t -> t.equals("ask"), _ -> v(query, 0, 0, 0));
      try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
          var station =
              Station.start(
                  folder.resolve("home" + tinyRow), new Yaml().local("L1", l1).toString())) {
        station.gate("L1", TableName.DOCS);
        l1.answering(Scripts.of(vectors));
        station.indexed(root);
        var hits = station.search("ask", "vector").json().path("hits");

        assertThat(hits.path(0).path("path").asString()).isEqualTo("a.md");
        assertThat(vectorScore(hits.path(0))).isBetween(0.999, 1.001);
        assertThat(vectorScore(hits.path(1))).isBetween(-0.001, 0.001);
      }
    }
  }
}
