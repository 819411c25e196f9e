package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.ANCHORS;
import static dev.interlock.core.gate.Synthetic.each;
import static dev.interlock.core.gate.Synthetic.measured;
import static dev.interlock.core.gate.Synthetic.position;
import static dev.interlock.core.gate.Synthetic.steady;
import static dev.interlock.core.gate.Synthetic.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.gate.Judgement.Agrees;
import dev.interlock.core.gate.Judgement.Disagrees;
import dev.interlock.core.space.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A4: the gate for a table's builder, without a reference")
final class GateBuilderTest {
  private static final List<float[]> SOUND = ANCHORS.vectors();

  @Test
  void ownVectorsAreUnitAndOneByOne() {
    var agrees = agrees(measured(each(SOUND, v -> doubled(v)), SOUND, SOUND));
    assertThat(agrees.grade()).isEqualTo(Grade.SAME);
    assertThat(agrees.mode()).isEqualTo(Synthetic.FULL);
    assertThat(agrees.scores().minCosine()).isEqualTo(1);
    assertThat(agrees.scores().relativeMin()).isEqualTo(1);
    assertThat(agrees.scores().displacement()).isZero();
    for (int i = 0; i < 40; i++) {
      assertThat(Vectors.length(agrees.own().singles().get(i)))
          .isCloseTo(1, Assertions.within(1e-6));
      assertThat(Vectors.cosine(agrees.own().singles().get(i), SOUND.get(i)))
          .isCloseTo(1, Assertions.within(1e-6));
    }
  }

  @Test
  void itsAnchorsAdmitIt() {
    var built = new Anchors(Synthetic.SET, agrees(steady(SOUND)).own().singles());
    assertThat(((Agrees) Gate.judge(built, steady(SOUND))).grade()).isEqualTo(Grade.SAME);
  }

  @Test
  void aConfiguredWidthMustBeMet() {
    var refusal = disagrees(OptionalInt.of(384), steady(SOUND));
    assertThat(refusal.rule()).isEqualTo(Rule.DIMENSION);
    assertThat(refusal.reason()).contains("dimension 160, expected 384");
  }

  @Test
  void oneOddWidthIsRefusedWithoutAConfiguredOne() {
    var odd = with(SOUND, "near-b", Arrays.copyOf(SOUND.getFirst(), 12));
    assertThat(disagrees(OptionalInt.empty(), steady(odd)).rule()).isEqualTo(Rule.DIMENSION);
    assertThat(disagrees(OptionalInt.empty(), steady(each(SOUND, _ -> new float[0]))).rule())
        .isEqualTo(Rule.DIMENSION);
  }

  @Test
  @DisplayName("C14: noisy batches leave the builder one text a call")
  void noisyBatchesLeaveOneTextACall() {
    var agrees = agrees(measured(SOUND, Synthetic.allAt(0.97), SOUND));
    assertThat(agrees.mode()).isEqualTo(Mode.SINGLE);
    assertThat(agrees.scores().selfAgreement()).isLessThan(0.98);
  }

  @Test
  @DisplayName("C20: a builder that cuts its texts is refused with the limit")
  void aBuilderThatCutsIsRefused() {
    for (var pair : List.of("tail-early", "tail-late")) {
      var cut = with(SOUND, pair + "-b", SOUND.get(position(pair + "-a")));
      var refusal = disagrees(OptionalInt.empty(), steady(cut));
      assertThat(refusal.rule()).isEqualTo(Rule.TAIL_PAIR);
      assertThat(refusal.probe().orElseThrow().id()).isEqualTo(pair + "-a");
      assertThat(refusal.reason())
          .contains("cosine 1.0000000", "< 0.99999", "effective limit below 510");
    }
  }

  @Test
  void aTailPairJustToldApartPasses() {
    int a = position("tail-late-a");
    var near = with(SOUND, "tail-late-b", turnedAway(SOUND.get(a), 0.99998));
    assertThat(agrees(steady(near)).scores().tailRatio()).isEqualTo(1);
  }

  @Test
  void differentTextsWithOneVectorAreRefused() {
    int a = position("script-korean");
    var alike = with(SOUND, "script-hindi", turnedAway(SOUND.get(a), 0.9991));
    var refusal = disagrees(OptionalInt.empty(), steady(alike));
    assertThat(refusal.rule()).isEqualTo(Rule.DISTINCT);
    assertThat(refusal.reason())
        .contains("script-hindi (script)", "script-korean (script)", "0.9991", "< 0.999");
    var apart = with(SOUND, "script-hindi", turnedAway(SOUND.get(a), 0.9989));
    assertThat(agrees(steady(apart)).grade()).isEqualTo(Grade.SAME);
  }

  @Test
  void nearDuplicatesMayBeAlike() {
    var alike = with(SOUND, "near-b", turnedAway(SOUND.get(position("near-a")), 0.9999));
    assertThat(agrees(steady(alike)).grade()).isEqualTo(Grade.SAME);
  }

  private static Agrees agrees(Measured measured) {
    var judgement = Gate.judgeBuilder(OptionalInt.empty(), measured);
    assertThat(judgement).as("%s", judgement).isInstanceOf(Agrees.class);
    return (Agrees) judgement;
  }

  private static Refusal disagrees(OptionalInt dimension, Measured measured) {
    var judgement = Gate.judgeBuilder(dimension, measured);
    assertThat(judgement).isInstanceOf(Disagrees.class);
    return ((Disagrees) judgement).refusal();
  }

  private static float[] turnedAway(float[] v, double cosine) {
    var aside = new float[v.length];
    aside[v.length - 1] = 1;
    return Synthetic.mix(v, aside, cosine);
  }

  private static float[] doubled(float[] v) {
    var w = v.clone();
    for (int k = 0; k < w.length; k++) {
      w[k] *= 2;
    }
    return w;
  }
}
