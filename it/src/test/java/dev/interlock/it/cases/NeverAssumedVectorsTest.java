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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a gateway must never assume of an encoder, where no field case shows it
/// (docs/reference/never-assumed.md).
final class NeverAssumedVectorsTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(8);

  @TempDir private Path folder = Path.of("");

  /// An engine that packs its vectors in a way of its own.
  private static Script packing(Function<float[], byte[]> way) {
    return request ->
        Reply.json(
            request.texts().stream()
                .map(text -> way.apply(TRUE.vector(text)))
                .map(bytes -> Base64.getEncoder().encodeToString(bytes))
                .map("{\"embedding\":\"%s\"}"::formatted)
                .collect(Collectors.joining(",", "{\"data\":[", "]}")));
  }

  private static byte[] bigEndian(float[] vector) {
    var bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.BIG_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return bytes.array();
  }

  private static byte[] halves(float[] vector) {
    var bytes = ByteBuffer.allocate(vector.length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float component : vector) {
      bytes.putShort(Float.floatToFloat16(component));
    }
    return bytes.array();
  }

  @Test
  @DisplayName("A3: floats in another byte order, or of half the size, are refused by the gate")
  void packedOtherwise() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var l2 = ScriptedEmbeddings.start(packing(NeverAssumedVectorsTest::bigEndian));
        var l3 = ScriptedEmbeddings.start(packing(NeverAssumedVectorsTest::halves));
        var station =
            Station.start(
                folder, new Yaml().local("L1", l1).local("L2", l2).local("L3", l3).toString())) {
      assertThat(verdict(station, "L1")).isEqualTo("admitted");
      assertThat(verdict(station, "L2")).isEqualTo("refused");
      assertThat(verdict(station, "L3")).isEqualTo("refused");
      var reply = station.embed("a");
      assertThat(reply.header("x-interlock-served-by")).isEqualTo("L1");
    }
  }

  @Test
  @DisplayName("A3: floats in another byte order build no table, either")
  void otherByteOrderBuildsNothing() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(packing(NeverAssumedVectorsTest::bigEndian));
        var station = Station.start(folder, new Yaml().local("L1", l1).toString())) {
      assertThat(verdict(station, "L1")).isNotEqualTo("admitted");
      assertThat(station.embed("a").status()).isNotEqualTo(200);
    }
  }

  private static String verdict(Station station, String route) {
    return station.gate(route, TableName.CODE).path("verdict").asString();
  }

  @Test
  @DisplayName("A6: a table keeps the prefixes that it was born with, whatever the settings become")
  void prefixesBelongToTheSpace() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 4);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      var yaml = new Yaml().local("L1", l1);
      var born = yaml.role("documentPrefix: 'doc: ', queryPrefix: 'q: '").toString();
      try (var station = Station.start(home, born)) {
        assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(4);
      }
      var changed = yaml.role("documentPrefix: 'text: ', queryPrefix: ''").toString();
      try (var station = Station.start(home, changed)) {
        station.gate("L1", TableName.DOCS);
        l1.forget();
        Tree.file(root, "new.md", "a new note");
        assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(5);
        assertThat(station.search("a question", "vector").status()).isEqualTo(200);

        assertThat(l1.texts()).contains("doc: a new note", "q: a question");
        assertThat(l1.texts()).noneMatch(text -> text.startsWith("text: a new"));
      }
    }
  }
}
