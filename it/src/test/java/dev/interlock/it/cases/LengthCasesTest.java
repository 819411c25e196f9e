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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts longer than an engine takes: refused or split, never cut in silence.
final class LengthCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "w" + i % 997).collect(Collectors.joining(" "));
  }

  private static String yaml(ScriptedEmbeddings l1, int maxTokens) {
    return new Yaml().local("L1", l1, "model: embed-m, maxTokens: " + maxTokens).toString();
  }

  @Test
  @DisplayName("C20, A3: a silent cut below the configured limit is refused, also for a builder")
  void silentCutIsRefused() throws IOException {
    var cutting = Scripts.of(VectorFunction.hashing(8).cutAfterWords(1000));
    try (var l1 = ScriptedEmbeddings.start(cutting)) {
      try (var station = Station.start(folder.resolve("a"), yaml(l1, 8192))) {
        var row = station.gate("L1", TableName.CODE);
        assertThat(row.path("verdict").asString()).isEqualTo("refused");
        assertThat(row.path("rule").asString()).isEqualTo("tail-pair");
        assertThat(row.path("reason").asString()).contains("effective limit below 8192");
        assertThat(station.embed("short").status()).isEqualTo(503);
      }
      try (var station = Station.start(folder.resolve("b"), yaml(l1, 1000))) {
        assertThat(station.gate("L1", TableName.CODE).path("verdict").asString())
            .isEqualTo("admitted");
      }
    }
  }

  @Test
  @DisplayName("C20: a text that may be too long is sent alone, and a silent cut is found out")
  void silentCutOfOneTextIsFoundOut() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder, yaml(l1, 512))) {
      station.gate("L1", TableName.CODE);
      l1.answering(Scripts.of(VectorFunction.hashing(8).cutAfterWords(400)));
      var reply = station.embed(words(450));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("context_length_exceeded");
    }
  }

  @Test
  @DisplayName("C21: a request sent back with 200 is no answer")
  void echoedRequestIsNoAnswer() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 4);
    var marker = "echo me " + words(30);
    Tree.file(root, "long.md", marker + "\n");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1, 2048))) {
      station.gate("L1", TableName.DOCS);
      l1.answering(
          Scripts.hashing(8)
              .except(
                  r -> r.texts().stream().anyMatch(t -> t.startsWith("echo me")),
                  r -> Reply.json(r.json())));
      var reply = station.embed(marker);
      var job = station.indexed(root);

      assertThat(reply.status()).isEqualTo(502);
      assertThat(reply.code()).isEqualTo("upstream_invalid_response");
      assertThat(reply.response().body()).doesNotContain("echo me");
      assertThat(job.path("state").asString()).isEqualTo("completed_with_failures");
      assertThat(job.path("stored").asInt()).isEqualTo(4);
      assertThat(job.path("failed").asInt()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName(
      "C22: an over-long text is refused by its index before anything is sent; sections are split")
  void overlongIsRefusedOrSplit() throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, "section.md", "# Long\n\n" + words(600) + "\n");
    var strict = Scripts.hashing(8).refusingLongerThan(512, 413);
    try (var l1 = ScriptedEmbeddings.start(strict);
        var station = Station.start(folder.resolve("home"), yaml(l1, 512))) {
      station.gate("L1", TableName.DOCS);
      l1.forget();
      var reply = station.embed("a", "b", "c", words(600), "e", "f", "g", "h");
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.json().path("error").path("param").asString()).isEqualTo("input[3]");
      assertThat(l1.requests()).isEmpty();

      var job = station.indexed(root);
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("failed").asInt()).isZero();
      assertThat(l1.texts()).allMatch(t -> t.split("\\s+", -1).length <= 512);
    }
  }
}
