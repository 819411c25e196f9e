package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Base64;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Engines that answer in another width than the table's.
final class WidthCasesTest {
  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("C06, A6: a model of another width is refused with both widths, nothing embedded")
  void anotherWidthIsRefused() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 10);
    var home = folder.resolve("home");
    try (var wide = ScriptedEmbeddings.start(Scripts.hashing(8));
        var narrow = ScriptedEmbeddings.start(Scripts.hashing(4))) {
      try (var station = Station.start(home, new Yaml().local("L1", wide).toString())) {
        assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(10);
      }
      var other = new Yaml().local("L2", narrow, "model: embed-n, maxTokens: 2048").toString();
      try (var station = Station.start(home, other)) {
        station.gate("L2", TableName.DOCS);
        var job = station.index(root);
        var search = station.search("word3", "hybrid");

        assertThat(job.status()).isEqualTo(409);
        assertThat(job.message()).contains("expected 8").contains("4");
        assertThat(search.status()).isEqualTo(409);
        assertThat(narrow.texts()).noneMatch(t -> t.contains("word3"));
        assertThat(station.get("/api/v1/tables").json().toString()).contains("\"stored\":10");
      }
    }
  }

  @Test
  @DisplayName("C07: a width that changes after admission reaches no caller and changes no setting")
  void changedWidthReachesNobody() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station =
            Station.start(folder, new Yaml().local("L1", l1).role("dimension: 8").toString())) {
      assertThat(station.embed("first").status()).isEqualTo(200);

      l1.answering(Scripts.ofFixedWidth(VectorFunction.hashing(4)));
      var four = station.embed("a text");
      var seen = station.gate("L1", TableName.CODE).path("dimension").asInt();
      l1.answering(Scripts.ofFixedWidth(VectorFunction.hashing(6)));
      var six = station.embed("a text");

      assertThat(four.status()).isEqualTo(502);
      assertThat(four.message()).contains("expected width 8", "got 4");
      assertThat(seen).isEqualTo(8);
      assertThat(six.status()).isIn(502, 503);
      assertThat(station.gate("L1", TableName.CODE).path("dimension").asInt()).isEqualTo(8);
      assertThat(four.json().has("data")).isFalse();
    }
  }

  @Test
  @DisplayName("C07, A3: an engine of another width than configured is refused by the gate itself")
  void gateRefusesAnotherWidth() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.ofFixedWidth(VectorFunction.hashing(4)));
        var station =
            Station.start(folder, new Yaml().local("L1", l1).role("dimension: 8").toString())) {
      var row = station.gate("L1", TableName.CODE);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("rule").asString()).isEqualTo("dimension");
      assertThat(station.embed("a").status()).isEqualTo(503);
    }
  }

  @Test
  @DisplayName(
      "C08: the configured width is asked for in every request, and a wider answer refused")
  void configuredWidthIsAskedFor() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 5);
    var yaml = "dimension: 4";
    try (var c1 = ScriptedEmbeddings.start(Scripts.hashing(16));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml().cloud("C1", c1).policy("cloud").role(yaml).toString())) {
      var reply = station.embed("a", "b", "c");
      var job = station.indexed(root);

      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().path("data").path(2).path("embedding")).hasSize(4);
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(5);
      assertThat(c1.requests()).allMatch(r -> r.json().contains("\"dimensions\":4"));

      c1.answering(Scripts.ofFixedWidth(VectorFunction.hashing(16)));
      assertThat(station.embed("d").status()).isEqualTo(502);
    }
  }

  @Test
  @DisplayName("C09: 2,560 components are indexed and found with score 1")
  void wideVectorsAreFound() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 3);
    try (var l1 = ScriptedEmbeddings.start(Scripts.bagOfWords(2560));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml().local("L1", l1).role("dimension: 2560").toString())) {
      assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(3);
      var first = station.search(Tree.text(2), "vector").json().path("hits").path(0);
      assertThat(first.path("path").asString()).isEqualTo("n0002.md");
      assertThat(first.path("parts").path("vector").path("score").asDouble())
          .isBetween(0.999, 1.001);
    }
  }

  @Test
  @DisplayName(
      "C10: float64 packed as base64 never reaches a caller; base64 and float replies agree")
  void packedDoublesAreRefused() throws IOException {
    var body = "{\"model\":\"code-embedding\",\"input\":\"alpha\",\"encoding_format\":\"%s\"}";
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(4));
        var station = Station.start(folder, new Yaml().local("L1", l1).toString())) {
      var packed = station.post("/v1/embeddings", body.formatted("base64"));
      var floats = station.post("/v1/embeddings", body.formatted("float"));
      var text = packed.json().path("data").path(0).path("embedding").asString();

      assertThat(text).hasSize(24);
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text)).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 4; i++) {
        assertThat((double) bytes.getFloat())
            .isCloseTo(
                floats.json().path("data").path(0).path("embedding").path(i).asDouble(),
                Offset.offset(1e-6));
      }
      l1.answering(Scripts.packingDoubles(VectorFunction.hashing(4)));
      assertThat(station.post("/v1/embeddings", body.formatted("base64")).status()).isEqualTo(502);
    }
  }
}
