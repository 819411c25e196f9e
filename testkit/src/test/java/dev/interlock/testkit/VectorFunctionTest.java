package dev.interlock.testkit;

import static dev.interlock.core.space.Vectors.cosine;
import static dev.interlock.core.space.Vectors.length;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Probes;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VectorFunctionTest {
  private static final VectorFunction HASHING = VectorFunction.hashing(4);

  @Test
  void vectorsAreTheSameInEveryProcess() {
    assertThat(VectorFunction.hashing(4, 0).vector("alpha"))
        .containsExactly(
            new float[] {-0.7355264f, -0.39314422f, 0.47014138f, 0.28880036f}, within(1e-5f));
    assertThat(VectorFunction.bagOfWords(4).vector("alpha beta"))
        .containsExactly(
            new float[] {0.6277751f, -0.08229872f, 0.7706042f, -0.07276347f}, within(1e-5f));
  }

  @Test
  void unequalTextsAreUnrelatedAndOfLengthOne() {
    var wide = VectorFunction.hashing(256);
    for (int i = 0; i < 500; i++) {
      float[] one = wide.vector("text " + i);
      assertThat(length(one)).isCloseTo(1, within(1e-6));
      assertThat(cosine(one, wide.vector("text " + (i + 1)))).isBetween(-0.35, 0.35);
    }
  }

  @Test
  void manyTextsAtWidthFourAreAllDifferent() {
    var texts = IntStream.range(0, 2000).mapToObj(i -> HASHING.vector("t" + i)).toList();
    for (int i = 0; i < texts.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(cosine(texts.get(i), texts.get(j))).isLessThan(0.999999);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 256, 300, 510, 512, 2048, 8192})
  @DisplayName("A3: no two probes of the gate are near each other, even at width 4")
  void probesLieApartAtWidthFour(int limit) {
    var probes = Probes.forLimit(limit, TokenCounter.estimate()).probes();
    for (var probe : probes) {
      for (var other : probes) {
        if (!other.id().equals(probe.id())) {
          assertThat(cosine(HASHING.vector(probe.text()), HASHING.vector(other.text())))
              .as("%s and %s", probe.id(), other.id())
              .isLessThan(probe.twin().filter(other.id()::equals).isPresent() ? 0.99 : 0.98);
        }
      }
    }
  }

  @Test
  void saltsAreSpacesOfTheirOwn() {
    assertThat(
            cosine(
                VectorFunction.hashing(256, 1).vector("a"),
                VectorFunction.hashing(256).vector("a")))
        .isBetween(-0.35, 0.35);
  }

  @Test
  @DisplayName("C05: a chosen cosine is exact for every text")
  void chosenCosineIsExact() {
    for (double chosen : new double[] {0.95, 0.9899, 0.9901, 0.999}) {
      for (int i = 0; i < 50; i++) {
        String text = "text " + i;
        assertThat(cosine(HASHING.vector(text), HASHING.atCosine(chosen).vector(text)))
            .isCloseTo(chosen, within(1e-6));
      }
    }
  }

  @Test
  @DisplayName("C23: 30 degrees are a cosine of 0.866")
  void turnedByThirtyDegrees() {
    assertThat(cosine(HASHING.vector("a"), HASHING.turned(30).vector("a")))
        .isCloseTo(0.8660, within(1e-4));
  }

  @Test
  @DisplayName("C04: scaled vectors keep their direction")
  void scaledKeepsDirection() {
    float[] scaled = HASHING.scaled(27.5).vector("a");
    assertThat(length(scaled)).isCloseTo(27.5, within(1e-4));
    assertThat(cosine(scaled, HASHING.vector("a"))).isCloseTo(1, within(1e-6));
  }

  @Test
  @DisplayName("C20: texts that differ after the cut are the same")
  void cutAfterWords() {
    var cut = HASHING.cutAfterWords(2);
    assertThat(cut.vector("a b c"))
        .isEqualTo(cut.vector("a b  d"))
        .isEqualTo(HASHING.vector("a b"));
    assertThat(cut.vector("a c b")).isNotEqualTo(cut.vector("a b c"));
    assertThat(cut.vector("a b")).isEqualTo(HASHING.vector("a b"));
  }

  @Test
  void sharedWordsBringTextsTogether() {
    var bag = VectorFunction.bagOfWords(256);
    float[] question = bag.vector("how is a permit released");
    double right =
        cosine(question, bag.vector("void releasePermit(Permit permit) { released(permit); }"));
    double wrong =
        cosine(question, bag.vector("int parseHeader(Buffer buffer) { return header; }"));
    assertThat(right).isGreaterThan(0.4);
    assertThat(wrong).isLessThan(0.2);
  }

  @Test
  void orderOfWordsIsSeen() {
    var bag = VectorFunction.bagOfWords(64);
    assertThat(cosine(bag.vector("dog bites man"), bag.vector("man bites dog")))
        .isBetween(0.95, 0.99);
  }

  @Test
  void textWithoutWordsHasAVector() {
    assertThat(length(VectorFunction.bagOfWords(8).vector("!?"))).isCloseTo(1, within(1e-6));
  }
}
