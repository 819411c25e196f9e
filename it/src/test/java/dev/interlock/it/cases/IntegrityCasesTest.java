package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Probes;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Vectors of another space must not mix into a table, however healthy they look.
final class IntegrityCasesTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(4);

  @TempDir private Path folder = Path.of("");

  private static boolean allCapitals(String text) {
    return text.chars().noneMatch(Character::isLowerCase)
        && text.chars().anyMatch(Character::isUpperCase);
  }

  private static Set<String> probeTexts() {
    var texts = new HashSet<String>();
    Probes.forLimit(2048, TokenCounter.estimate()).probes().forEach(p -> texts.add(p.text()));
    return texts;
  }

  @Test
  @DisplayName("C01, A3: one vector for all texts in capitals is seen, and named by its probe")
  void constantForCapitalsIsRefused() throws IOException {
    var blind = TRUE.except(IntegrityCasesTest::allCapitals, _ -> new float[] {0, 1, 0, 0});
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(blind));
        var station =
            Station.start(folder, new Yaml().local("L1", l1).cloud("C1", c1).toString())) {
      var row = station.gate("C1", TableName.CODE);
      var reply =
          station.embed(IntStream.range(0, 10).mapToObj(i -> "text " + i).toArray(String[]::new));

      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("minCosine").asDouble()).isLessThan(0.99);
      assertThat(row.path("worstProbe").asString()).startsWith("case-");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().path("data")).hasSize(10);
      assertThat(c1.textsBeyond(probeTexts())).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "C02, A6: another encoder of the same width is refused with both names, rows untouched")
  void anotherModelOfTheSameWidthIsRefused() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE))) {
      try (var station = Station.start(home, new Yaml().local("L1", l1).toString())) {
        assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(20);
        assertThat(station.search("word3", "vector").status()).isEqualTo(200);
      }
      l1.answering(Scripts.of(TRUE.turned(60)));
      l1.forget();
      var other = new Yaml().local("L1", l1, "model: embed-n, maxTokens: 2048").toString();
      try (var station = Station.start(home, other)) {
        var search = station.search("word3", "vector");
        var job = station.index(root);

        assertThat(search.status()).isEqualTo(409);
        assertThat(search.code()).isEqualTo("index_model_mismatch");
        assertThat(search.message()).contains("embed-m", "embed-n");
        assertThat(job.status()).isEqualTo(409);
        assertThat(job.code()).isEqualTo("index_model_mismatch");
        assertThat(station.get("/api/v1/tables").json().toString()).contains("\"stored\":20");
        assertThat(l1.textsBeyond(probeTexts())).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("C03, A5: another spelling of the model keeps the index and embeds nothing")
  void anotherSpellingKeepsTheIndex() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 200);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      List<String> before;
      try (var station = Station.start(home, new Yaml().local("L1", l1).toString())) {
        assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(200);
        before = paths(station.search("word42", "vector"));
      }
      l1.forget();
      var renamed = new Yaml().local("L1", l1, "model: pool/embed-m, maxTokens: 2048").toString();
      try (var station = Station.start(home, renamed)) {
        var job = station.indexed(root);
        assertThat(job.path("state").asString()).isEqualTo("completed");
        assertThat(l1.textsBeyond(probeTexts())).isEmpty();
        assertThat(paths(station.search("word42", "vector"))).hasSize(10).isEqualTo(before);
      }
    }
  }

  private static List<String> paths(Station.Reply reply) {
    assertThat(reply.status()).isEqualTo(200);
    return reply.json().path("hits").valueStream().map(h -> h.path("path").asString()).toList();
  }

  @Test
  @DisplayName("C04: vectors 27.5 times as long change no row's length and no hit's place")
  void lengthsAreOursToNormalise() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 40);
    List<List<String>> alone;
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station =
            Station.start(folder.resolve("alone"), new Yaml().local("L1", l1).toString())) {
      station.indexed(root);
      alone = fiveSearches(station);
    }
    var scaled = Scripts.of(VectorFunction.hashing(8).scaled(27.5));
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var c1 = ScriptedEmbeddings.start(scaled);
        var station =
            Station.start(
                folder.resolve("both"), new Yaml().local("L1", l1).cloud("C1", c1).toString())) {
      assertThat(station.gate("C1", TableName.DOCS).path("minCosine").asDouble())
          .isGreaterThan(0.9999);
      assertThat(station.indexed(root).path("state").asString()).isEqualTo("completed");
      assertThat(fiveSearches(station)).isEqualTo(alone);
      var first = station.search(Tree.text(5), "vector").json().path("hits").path(0);
      assertThat(first.path("parts").path("vector").path("score").asDouble())
          .isBetween(0.999, 1.001);
    }
  }

  private static List<List<String>> fiveSearches(Station station) {
    return IntStream.rangeClosed(1, 5)
        .mapToObj(i -> paths(station.search(Tree.text(i * 3), "vector")))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"0.9500,refused", "0.9899,refused", "0.9901,admitted"})
  @DisplayName("C05, A3: the minimum decides, in four decimals, not the mean")
  void minimumDecides(double cosine, String verdict) throws IOException {
    var near = TRUE.atCosine(0.9990);
    var probe =
        Probes.forLimit(2048, TokenCounter.estimate()).probes().stream()
            .filter(p -> p.id().equals("general-json"))
            .findFirst()
            .orElseThrow();
    var chosen = near.except(text -> text.equals(probe.text()), TRUE.atCosine(cosine));
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(chosen));
        var station =
            Station.start(folder, new Yaml().local("L1", l1).cloud("C1", c1).toString())) {
      var row = station.gate("C1", TableName.CODE);

      assertThat(row.path("verdict").asString()).isEqualTo(verdict);
      assertThat(row.path("minCosine").asDouble()).isBetween(cosine - 0.0002, cosine + 0.0001);
      assertThat(row.path("worstProbe").asString()).isEqualTo("general-json");
      assertThat(row.path("meanCosine").asDouble()).isGreaterThan(0.99);
      if (verdict.equals("refused")) {
        assertThat(row.path("reason").asString()).contains("0.99");
      }
    }
  }
}
