package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.gate.Anchors;
import dev.interlock.core.gate.Form;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeKind;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpaceStoreTest {
  private static final Instant BORN = Instant.parse("2026-11-30T08:09:10.123456789Z");
  private static final Space SPACE =
      new Space(
          3,
          new EncoderIdentity("gpu", "qwen3-embedding:4b", Optional.of("sha256:abc")),
          new TextRecipe(1, "passage: ", "Instruct: é\nQuery: ", 510),
          Distance.COSINE);

  /// Every plane, a nul, a line end of each kind, a lone combining mark, right to left.
  private static final List<String> TEXTS =
      List.of("plain", "한국어 텍스트", "😀\u0000 nul", "\r\n\u2028", "\u0301", "שלום", "", "𝔘'\"%");

  @TempDir private Path folder;
  private TestDatabase test;
  private SpaceStore spaces;

  @BeforeEach
  void open() {
    test = new TestDatabase(folder.resolve("interlock.db"));
    spaces = new SpaceStore(test.database);
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void unbornTableHasNoSpace() {
    assertThat(spaces.of(TableName.CODE)).isEmpty();
  }

  @Test
  void birthComesBackExactAfterReopening() {
    spaces.bear(TableName.CODE, SPACE, anchors(7), BORN);
    test.close();
    open();
    var born = spaces.of(TableName.CODE).orElseThrow();
    assertThat(born.space()).isEqualTo(SPACE);
    assertThat(born.at()).isEqualTo(BORN);
    assertThat(born.anchors().set()).isEqualTo(anchors(7).set());
    assertThat(bits(born.anchors())).isEqualTo(bits(anchors(7)));
    assertThat(spaces.of(TableName.DOCS)).isEmpty();
  }

  @Test
  void vectorsAreLittleEndianFloats() {
    assertThat(VectorBytes.of(List.of(new float[] {1f, -0f})))
        .containsExactly(0, 0, 0x80, 0x3f, 0, 0, 0, 0x80);
  }

  @Test
  void sameBirthAgainDoesNothing() {
    spaces.bear(TableName.CODE, SPACE, anchors(7), BORN);
    spaces.bear(TableName.CODE, SPACE, anchors(7), BORN.plusSeconds(9));
    assertThat(spaces.of(TableName.CODE).orElseThrow().at()).isEqualTo(BORN);
  }

  @Test
  @DisplayName("A6: a table never moves into another space")
  void otherBirthIsRefused() {
    spaces.bear(TableName.CODE, SPACE, anchors(7), BORN);
    var otherModel =
        new Space(
            3,
            new EncoderIdentity("gpu", "another", Optional.empty()),
            SPACE.recipe(),
            Distance.COSINE);
    assertThatThrownBy(() -> spaces.bear(TableName.CODE, otherModel, anchors(7), BORN))
        .isInstanceOf(TableBornException.class)
        .hasMessageContaining("code")
        .hasMessageContaining("another/3");
    assertThatThrownBy(() -> spaces.bear(TableName.CODE, SPACE, anchors(8), BORN))
        .isInstanceOf(TableBornException.class);
    assertThat(bits(spaces.of(TableName.CODE).orElseThrow().anchors())).isEqualTo(bits(anchors(7)));
    spaces.bear(TableName.DOCS, otherModel, anchors(8), BORN);
    assertThat(spaces.of(TableName.DOCS).orElseThrow().space()).isEqualTo(otherModel);
  }

  @Test
  void anchorsOfAnotherWidthAreRefused() {
    var wide = new Space(4, SPACE.encoder(), SPACE.recipe(), Distance.COSINE);
    assertThatThrownBy(() -> spaces.bear(TableName.CODE, wide, anchors(7), BORN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("width 3")
        .hasMessageContaining("4");
  }

  private static Anchors anchors(long seed) {
    var random = new SplittableRandom(seed);
    var probes = new ArrayList<Probe>();
    var vectors = new ArrayList<float[]>();
    for (int i = 0; i < TEXTS.size(); i++) {
      var twin = i == 0 ? Optional.of("probe-1") : Optional.<String>empty();
      var form = i % 2 == 0 ? Form.DOCUMENT : Form.QUERY;
      probes.add(new Probe("probe-" + i, ProbeKind.SCRIPT, form, TEXTS.get(i), twin));
      vectors.add(new float[] {random.nextFloat(), -0f, Float.MIN_VALUE});
    }
    return new Anchors(new ProbeSet("set-1", 510, probes), vectors);
  }

  private static List<Integer> bits(Anchors anchors) {
    var bits = new ArrayList<Integer>();
    for (var vector : anchors.vectors()) {
      for (float component : vector) {
        bits.add(Float.floatToRawIntBits(component));
      }
    }
    return bits;
  }
}
