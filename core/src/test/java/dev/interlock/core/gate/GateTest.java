package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.ANCHORS;
import static dev.interlock.core.gate.Synthetic.SET;
import static dev.interlock.core.gate.Synthetic.allAt;
import static dev.interlock.core.gate.Synthetic.at;
import static dev.interlock.core.gate.Synthetic.each;
import static dev.interlock.core.gate.Synthetic.measured;
import static dev.interlock.core.gate.Synthetic.oneByOne;
import static dev.interlock.core.gate.Synthetic.ordered;
import static dev.interlock.core.gate.Synthetic.position;
import static dev.interlock.core.gate.Synthetic.steady;
import static dev.interlock.core.gate.Synthetic.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.Gen;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Judgement.Agrees;
import dev.interlock.core.gate.Judgement.Disagrees;
import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A3: the gate against anchors")
final class GateTest {
  private static final List<float[]> SOUND = ANCHORS.vectors();

  @Test
  void theBuilderItselfIsTheSame() {
    var agrees = agrees(steady(SOUND));
    assertThat(agrees.grade()).isEqualTo(Grade.SAME);
    assertThat(agrees.mode()).isEqualTo(Synthetic.FULL);
    assertThat(agrees.scores().minCosine()).isCloseTo(1, within(1e-6));
    assertThat(agrees.scores().centredMin()).isCloseTo(1, within(1e-6));
    assertThat(agrees.scores().relativeMin()).isCloseTo(1, within(1e-6));
    assertThat(agrees.scores().displacement()).isCloseTo(0, within(1e-6));
    assertThat(agrees.scores().tailRatio()).isCloseTo(1, within(1e-5));
    assertThat(agrees.scores().selfAgreement()).isCloseTo(1, within(1e-6));
    assertThat(agrees.own().singles()).hasSize(40);
  }

  @Test
  void aRouteThatTakesOneTextACallKeepsThatMode() {
    var agrees = agrees(oneByOne(SOUND));
    assertThat(agrees.mode()).isEqualTo(Mode.SINGLE);
    assertThat(agrees.scores().selfAgreement()).isEqualTo(1);
  }

  @Test
  void gradesNearBelowTheLineOfSame() {
    assertThat(agrees(steady(allAt(0.9991))).grade()).isEqualTo(Grade.SAME);
    assertThat(agrees(steady(allAt(0.9985))).grade()).isEqualTo(Grade.NEAR);
  }

  @Test
  void anotherProbeSetIsAnError() {
    var other = Probes.forLimit(300, TokenCounter.estimate());
    var foreign =
        Measured.byProber(
            "bravo",
            other,
            Mode.SINGLE,
            Synthetic.single(SOUND),
            Mode.SINGLE,
            Optional.empty(),
            Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gate.judge(ANCHORS, foreign))
        .withMessageContaining("another probe set");
  }

  // Structure

  @Test
  @DisplayName("C12: one vector for a whole batch refuses with the count")
  void oneVectorForABatchRefuses() {
    var truncated = new Pass(List.of(new Pass.Call(32, List.of(SOUND.getFirst()))));
    var refusal =
        disagrees(
                Measured.byProber(
                    "bravo",
                    SET,
                    Mode.SINGLE,
                    Synthetic.single(SOUND),
                    Synthetic.FULL,
                    Optional.of(truncated),
                    Optional.of(Synthetic.batches(SOUND))))
            .refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.COUNT);
    assertThat(refusal.value()).isEqualTo(1);
    assertThat(refusal.reason()).contains("1 of 32 vectors in one call");
  }

  @Test
  void aVectorTooManyRefuses() {
    var doubled = new ArrayList<>(Synthetic.single(SOUND).calls());
    doubled.set(3, new Pass.Call(1, SOUND.subList(3, 5)));
    var refusal =
        disagrees(
                Measured.byProber(
                    "bravo",
                    SET,
                    Mode.SINGLE,
                    new Pass(doubled),
                    Mode.SINGLE,
                    Optional.empty(),
                    Optional.empty()))
            .refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.COUNT);
    assertThat(refusal.reason()).contains("2 of 1 vectors in one call");
  }

  @Test
  void aProbeThatWasNeverAskedRefuses() {
    var refusal = disagrees(oneByOne(SOUND.subList(0, 39))).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.COUNT);
    assertThat(refusal.reason()).contains("39 of 40 vectors in all calls");
  }

  @Test
  void oneVectorOfAnotherWidthRefusesAndNamesIt() {
    var odd = Arrays.copyOf(SOUND.get(20), Synthetic.WIDTH + 1);
    var id = SET.probes().get(20).id();
    var result = disagrees(measured(SOUND, SOUND, with(SOUND, id, odd)));
    assertThat(result.scores()).isEmpty();
    assertThat(result.refusal().rule()).isEqualTo(Rule.DIMENSION);
    assertThat(result.refusal().value()).isEqualTo(161);
    assertThat(result.refusal().reason())
        .contains(id, "in reversed batches", "dimension 161", "expected 160");
  }

  @Test
  @DisplayName("C13: an empty vector is a wrong width")
  void anEmptyVectorIsAWrongWidth() {
    var refusal = disagrees(steady(each(SOUND, _ -> new float[0]))).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.DIMENSION);
    assertThat(refusal.reason()).contains("dimension 0, expected 160");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void oneComponentThatIsNoNumberRefuses(float component) {
    var bad = SOUND.get(11).clone();
    bad[5] = component;
    var id = SET.probes().get(11).id();
    for (var m :
        List.of(steady(with(SOUND, id, bad)), measured(SOUND, with(SOUND, id, bad), SOUND))) {
      var refusal = disagrees(m).refusal();
      assertThat(refusal.rule()).isEqualTo(Rule.FINITE);
      assertThat(refusal.probe().orElseThrow().id()).isEqualTo(id);
      assertThat(refusal.value()).isNaN();
    }
  }

  @Test
  void aZeroVectorRefuses() {
    var bad = with(SOUND, "script-korean", new float[Synthetic.WIDTH]);
    var refusal = disagrees(steady(bad)).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.ZERO);
    assertThat(refusal.reason()).contains("script-korean (script)");
  }

  @Test
  @DisplayName("C04: lengths are ours to normalise")
  void scaledVectorsPass() {
    var agrees = agrees(steady(each(SOUND, v -> scaled(v, 27.5f))));
    assertThat(agrees.scores().minCosine()).isCloseTo(1, within(1e-6));
    assertThat(agrees.own().singles())
        .allSatisfy(v -> assertThat(Vectors.length(v)).isCloseTo(1, within(1e-6)));
  }

  @Test
  @DisplayName("C17: components of size 1e30 overflow nothing")
  void hugeVectorsPass() {
    assertThat(agrees(steady(each(SOUND, v -> scaled(v, 1e30f)))).grade()).isEqualTo(Grade.SAME);
    assertThat(agrees(steady(each(SOUND, v -> scaled(v, 1e-30f)))).grade()).isEqualTo(Grade.SAME);
  }

  @Test
  void aSwappedPairIsNearestToTheWrongAnchors() {
    var swapped = ordered(SOUND, i -> i == 17 ? 25 : i == 25 ? 17 : i);
    var refusal = disagrees(steady(swapped)).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.NEAREST);
    assertThat(refusal.reason())
        .contains(SET.probes().get(17).id(), SET.probes().get(25).id(), "nearest to its own");
  }

  @Test
  void repeatsPastThe16thAreNearestToTheWrongAnchors() {
    var refusal = disagrees(steady(ordered(SOUND, i -> i % 16))).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.NEAREST);
  }

  @Test
  void aTwinMayLieNearest() {
    // Halves of a pair swapped: each is nearest to its twin's anchor, and the floor must say no.
    int a = position("near-a");
    var swapped = ordered(SOUND, i -> i == a ? a + 1 : i == a + 1 ? a : i);
    assertThat(disagrees(steady(swapped)).refusal().rule()).isEqualTo(Rule.MINIMUM);
  }

  @Test
  @DisplayName("C01: one constant for all-capital texts")
  void oneConstantForCapitalsNamesACapitalProbe() {
    var constant = Gen.of(3).direction(Synthetic.WIDTH);
    var wrong = with(SOUND, "case-capital-prose", constant);
    var result = disagrees(steady(with(wrong, "case-capital-code", constant)));
    assertThat(result.refusal().probe().orElseThrow().id()).startsWith("case-capital-");
    assertThat(result.scores().orElseThrow().minCosine()).isLessThan(0.99);
    assertThat(result.scores().orElseThrow().worstProbe()).startsWith("case-capital-");
  }

  // Self-agreement

  @Test
  @DisplayName("C14: batches that add noise leave one text a call")
  void noisyBatchesLeaveOneTextACall() {
    var agrees = agrees(measured(SOUND, allAt(0.93), SOUND));
    assertThat(agrees.mode()).isEqualTo(Mode.SINGLE);
    assertThat(agrees.scores().selfAgreement()).isCloseTo(0.93, within(1e-4));
    assertThat(agrees.scores().minCosine()).isCloseTo(1, within(1e-6));
  }

  @Test
  void oneNoisyProbeInTheReversedBatchesIsEnough() {
    var noisy = with(SOUND, "short-symbol", at(position("short-symbol"), 0.99989));
    assertThat(agrees(measured(SOUND, SOUND, noisy)).mode()).isEqualTo(Mode.SINGLE);
    var quiet = with(SOUND, "short-symbol", at(position("short-symbol"), 0.99991));
    assertThat(agrees(measured(SOUND, SOUND, quiet)).mode()).isEqualTo(Synthetic.FULL);
  }

  @Test
  void aReproducibleRouteIsJudgedByItsWorstMode() {
    var singles = allAt(0.99905);
    var batched = each(singles, float[]::clone);
    batched.forEach(v -> v[Synthetic.WIDTH - 1] = 0.009f);
    for (var m :
        List.of(measured(singles, batched, singles), measured(singles, singles, batched))) {
      var agrees = agrees(m);
      assertThat(agrees.mode()).isEqualTo(Synthetic.FULL);
      assertThat(agrees.scores().minCosine()).isLessThan(0.99904);
    }
  }

  // Every probe

  @ParameterizedTest(name = "{0} refused: {1}")
  @CsvSource({"0.9500, true", "0.9899, true", "0.9900, false", "0.9901, false"})
  @DisplayName("C05: the least cosine decides, with four decimals, the same on 100 repetitions")
  void theLeastCosineDecides(double least, boolean refused) {
    var exact = ExactCosines.set(least);
    for (int repetition = 0; repetition < 100; repetition++) {
      var judgement = Gate.judge(ExactCosines.ANCHORS, steady(exact));
      var scores =
          switch (judgement) {
            case Agrees agrees -> agrees.scores();
            case Disagrees disagrees -> disagrees.scores().orElseThrow();
          };
      assertThat(judgement instanceof Disagrees).isEqualTo(refused);
      assertThat(scores.minCosine()).isEqualTo(least);
      assertThat(scores.meanCosine()).isGreaterThan(0.99);
      if (judgement instanceof Disagrees(var refusal, var _)) {
        assertThat(refusal.rule()).isEqualTo(Rule.MINIMUM);
        assertThat(refusal.reason())
            .isEqualTo(
                "probe script-hindi (script): cosine %s to its anchor; the rule is >= 0.99"
                    .formatted(Reasons.figure(least)));
      }
    }
  }

  @Test
  void aValueJustUnderTheFloorNeverReadsAsTheFloor() {
    var refusal =
        disagrees(steady(with(SOUND, "near-b", at(position("near-b"), 0.98998)))).refusal();
    assertThat(refusal.reason()).contains("0.9899").doesNotContain("0.9900");
  }

  @Test
  void theWorstProbeIsNamed() {
    var vectors = with(SOUND, "longest-code", at(position("longest-code"), 0.985));
    vectors = with(vectors, "script-arabic", at(position("script-arabic"), 0.98));
    assertThat(disagrees(steady(vectors)).refusal().probe().orElseThrow().id())
        .isEqualTo("script-arabic");
  }

  @Test
  void queriesAreJudgedOnTheirOwnPath() {
    var vectors = with(SOUND, "query-words", at(position("query-words"), 0.96));
    var refusal = disagrees(steady(vectors)).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.MINIMUM);
    assertThat(refusal.reason()).contains("query-words (query-form, on the query path)");
  }

  @Test
  void theSameAngleIsTooMuchInANarrowSpace() {
    // All probes lie within a cone, as those of e5 do: u is about 0.8.
    var narrow = Synthetic.anchors(Gen.of(5), 0.9);
    var turned = Synthetic.mix(narrow.vectors().get(12), spare(), 0.992);
    var vectors = with(narrow.vectors(), SET.probes().get(12).id(), turned);
    var refusal = ((Disagrees) Gate.judge(narrow, steady(vectors))).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.RELATIVE);
    assertThat(refusal.value()).isBetween(0.9, 0.97);
    assertThat(refusal.reason()).contains("cosine 0.9920", "the rule is >= 0.97");
  }

  @Test
  void theCentredCosineIsSmallerInANarrowSpace() {
    var narrow = Synthetic.anchors(Gen.of(5), 0.9);
    var turned = each(narrow.vectors(), v -> Synthetic.mix(v, spare(), 0.98));
    var scores = ((Disagrees) Gate.judge(narrow, steady(turned))).scores().orElseThrow();
    assertThat(scores.minCosine()).isCloseTo(0.98, within(1e-6));
    assertThat(scores.centredMin()).isBetween(0.85, 0.96);
  }

  // All together

  @Test
  void aFaultCommonToAllTextsIsADisplacement() {
    // Each vector leans a little to one anchor's side: small in cosine, large in rank.
    var common = ANCHORS.vectors().get(position("near-a"));
    var leaning = each(SOUND, v -> Synthetic.mix(v, common, 0.9975));
    var result = disagrees(steady(leaning));
    assertThat(result.scores().orElseThrow().minCosine()).isGreaterThan(0.99);
    assertThat(result.refusal().rule()).isEqualTo(Rule.DISPLACEMENT);
    assertThat(result.refusal().reason()).contains("all probes together", "the rule is <= 0.10");
  }

  @Test
  void queriesThatLeanAreADisplacementToo() {
    var common = ANCHORS.vectors().get(position("longest-prose"));
    var queries = Arrays.stream(SET.positions(Form.QUERY)).boxed().toList();
    var leaning =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    queries.contains(i) ? Synthetic.mix(SOUND.get(i), common, 0.992) : SOUND.get(i))
            .toList();
    var result = disagrees(steady(leaning));
    assertThat(result.refusal().rule()).isEqualTo(Rule.DISPLACEMENT);
  }

  @Test
  void aTurnedSpaceIsRefused() {
    assertThat(disagrees(steady(each(SOUND, v -> turned(v, 12)))).refusal().rule())
        .isIn(Rule.MINIMUM, Rule.DISPLACEMENT);
    assertThat(agrees(steady(each(SOUND, v -> turned(v, 1)))).grade()).isEqualTo(Grade.SAME);
  }

  @Test
  void flippedSignsAreRefused() {
    var flipped =
        each(
            SOUND,
            v -> {
              var f = v.clone();
              for (int k = 0; k < Synthetic.USED; k += 10) {
                f[k] = -f[k];
              }
              return f;
            });
    assertThat(disagrees(steady(flipped)).refusal().rule()).isEqualTo(Rule.MINIMUM);
  }

  // Tail pairs

  @Test
  @DisplayName("C20: a candidate that reads only the beginning")
  void aTailPairHalfAsFarApartIsRefused() {
    // The halves move towards each other, each still within its floor.
    int a = position("tail-late-a");
    var middle = Synthetic.mix(SOUND.get(a), SOUND.get(a + 1), Math.sqrt(0.5));
    var vectors = with(SOUND, "tail-late-a", Synthetic.mix(SOUND.get(a), middle, 0.7));
    vectors = with(vectors, "tail-late-b", Synthetic.mix(SOUND.get(a + 1), middle, 0.7));
    var result = disagrees(steady(vectors));
    assertThat(result.scores().orElseThrow().minCosine()).isGreaterThan(0.99);
    assertThat(result.refusal().rule()).isEqualTo(Rule.TAIL_PAIR);
    assertThat(result.refusal().value()).isLessThan(0.5);
    assertThat(result.refusal().reason()).contains("effective limit below 510");
  }

  @Test
  @DisplayName("C20: a long probe that fails with its pair says that it was cut")
  void aCutLongProbeSaysSo() {
    var cut = SOUND.get(position("tail-late-a"));
    var vectors = with(SOUND, "tail-late-b", cut);
    vectors = with(vectors, "longest-prose", at(position("longest-prose"), 0.9));
    var refusal = disagrees(steady(vectors)).refusal();
    assertThat(refusal.probe().orElseThrow().id()).isEqualTo("longest-prose");
    assertThat(refusal.reason()).endsWith("effective limit below 510");
  }

  static Agrees agrees(Measured measured) {
    var judgement = Gate.judge(ANCHORS, measured);
    assertThat(judgement).as("%s", judgement).isInstanceOf(Agrees.class);
    return (Agrees) judgement;
  }

  static Disagrees disagrees(Measured measured) {
    var judgement = Gate.judge(ANCHORS, measured);
    assertThat(judgement).isInstanceOf(Disagrees.class);
    return (Disagrees) judgement;
  }

  private static float[] scaled(float[] v, float by) {
    var w = v.clone();
    for (int k = 0; k < w.length; k++) {
      w[k] *= by;
    }
    return w;
  }

  private static float[] spare() {
    var v = new float[Synthetic.WIDTH];
    v[Synthetic.WIDTH - 1] = 1;
    return v;
  }

  /// All planes (0,1), (2,3) ... of the used components turned by an angle.
  private static float[] turned(float[] v, double degrees) {
    var w = v.clone();
    double c = Math.cos(Math.toRadians(degrees));
    double s = Math.sin(Math.toRadians(degrees));
    for (int k = 0; k + 1 < w.length; k += 2) {
      w[k] = (float) (c * v[k] - s * v[k + 1]);
      w[k + 1] = (float) (s * v[k] + c * v[k + 1]);
    }
    return w;
  }
}
