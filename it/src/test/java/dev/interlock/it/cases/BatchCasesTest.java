package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Engines that lose count or order, or whose vectors depend on their neighbours.
final class BatchCasesTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(4);

  @TempDir private Path folder = Path.of("");

  private static Reply firstOnes(Request request, int most) {
    return Reply.vectors(request.texts().stream().limit(most).map(TRUE::vector).toList());
  }

  @Test
  @DisplayName("C11: two vectors for three texts are never paired by position")
  void missingVectorIsAskedForAgain() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 3);
    var losing = Scripts.of(TRUE).except(r -> r.texts().size() == 3, r -> firstOnes(r, 2));
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      station.gate("L1", TableName.DOCS);
      l1.answering(losing);

      var reply = station.embed("a", "b", "c");
      var job = station.indexed(root);

      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().path("data")).hasSize(3);
      assertThat(job.path("stored").asInt()).isEqualTo(3);
      assertThat(job.path("state").asString()).isEqualTo("completed");
    }
  }

  @Test
  @DisplayName(
      "C12, A3: an engine that embeds only the first of a batch is refused before any text")
  void onlyFirstOfBatchIsRefused() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 6);
    try (var l1 = ScriptedEmbeddings.start(r -> firstOnes(r, 1));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml()
                    .local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 3")
                    .toString())) {
      var row = station.gate("L1", TableName.DOCS);

      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("rule").asString()).isEqualTo("count");
      assertThat(row.path("reason").asString()).contains("1 of 3");
      assertThat(station.index(root).status()).isEqualTo(503);
      assertThat(l1.texts()).noneMatch(t -> t.startsWith("Note word"));
    }
  }

  @Test
  @DisplayName("C13: empty vectors are a wrong width, never no result")
  void emptyVectorIsWrongWidth() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 2);
    Script empty = r -> Reply.vectors(r.texts().stream().map(_ -> new float[0]).toList());
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      station.gate("L1", TableName.DOCS);
      l1.answering(empty);

      var reply = station.embed("a", "b");
      var job = station.indexed(root);

      assertThat(reply.status()).isEqualTo(502);
      assertThat(reply.message()).contains("expected width 4, got 0");
      assertThat(job.path("state").asString()).isEqualTo("failed");
      assertThat(job.path("stored").asInt()).isZero();
    }
  }

  @Test
  @DisplayName(
      "C14, A3: an engine whose batches disturb each other serves one text a call, or nothing")
  void disturbedBatchesServeSingly() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 40);
    Script disturbed =
        r ->
            r.texts().size() >= 16 || r.parallel() > 1
                ? Reply.vectors(r.texts().stream().map(TRUE.atCosine(0.93)::vector).toList())
                : Reply.vectors(r.texts().stream().map(TRUE::vector).toList());
    try (var l1 = ScriptedEmbeddings.start(disturbed);
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      var row = station.gate("L1", TableName.DOCS);
      l1.forget();
      var job = station.indexed(root);

      assertThat(row.path("selfAgreement").asDouble()).isLessThanOrEqualTo(0.9301);
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(l1.requests()).allMatch(r -> r.texts().size() == 1 && r.parallel() == 1);
    }
  }

  @Test
  @DisplayName("C15: a batch cap that the engine does not announce is learned from one refusal")
  void batchCapIsLearned() throws IOException {
    var texts = IntStream.range(0, 33).mapToObj(i -> "text " + i).toArray(String[]::new);
    var capped = Scripts.of(TRUE).refusingMoreThan(32, 413);
    try (var l1 = ScriptedEmbeddings.start(capped);
        var station =
            Station.start(
                folder,
                new Yaml()
                    .local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 64")
                    .toString())) {
      station.gate("L1", TableName.CODE);
      l1.forget();
      var first = station.embed(texts);
      long refused = l1.requests().stream().filter(r -> r.texts().size() > 32).count();
      l1.forget();
      var second = station.embed(texts);

      assertThat(refused).isLessThanOrEqualTo(1);
      assertThat(List.of(first.status(), second.status())).containsOnly(200);
      assertThat(second.json().path("data").valueStream().map(d -> d.path("index").asInt()))
          .containsExactlyElementsOf(IntStream.range(0, 33).boxed().toList());
      assertThat(l1.requests()).hasSize(2);
    }
  }
}
