package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.ANCHORS;
import static dev.interlock.core.gate.Synthetic.SET;
import static dev.interlock.core.gate.Synthetic.allAt;
import static dev.interlock.core.gate.Synthetic.at;
import static dev.interlock.core.gate.Synthetic.position;
import static dev.interlock.core.gate.Synthetic.steady;
import static dev.interlock.core.gate.Synthetic.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.Gen;
import dev.interlock.core.gate.Finding.Held;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A3: the gate's report on every rule")
final class GateReportTest {
  private static final List<float[]> SOUND = ANCHORS.vectors();

  private static Report report(List<float[]> vectors) {
    return Gate.report(ANCHORS, steady(vectors));
  }

  @Test
  void whatAgreesHoldsEveryRuleAndShowsItsMargin() {
    var report = report(allAt(0.9985));
    assertThat(report.grade()).isEqualTo(Grade.NEAR);
    assertThat(report.refusal()).isEmpty();
    assertThat(report.probes()).isEqualTo(40);
    assertThat(report.rules()).hasSize(9).allMatch(f -> f.held() == Held.YES);
    assertThat(report.finding(Rule.MINIMUM).value()).isCloseTo(0.9985, within(1e-4));
    assertThat(report.finding(Rule.MINIMUM).line()).isEqualTo(0.99);
    assertThat(report.finding(Rule.MINIMUM).probe()).isPresent();
    assertThat(report.finding(Rule.DIMENSION).value()).isEqualTo(Synthetic.WIDTH);
    assertThat(report.finding(Rule.NEAREST).value()).isPositive();
    assertThat(Remedy.of(report, "m/160")).isEmpty();
  }

  @Test
  void rulesBehindTheFirstBrokenOneAreStillMeasured() {
    var vectors = with(SOUND, "script-korean", at(position("script-korean"), 0.7));
    var report = report(vectors);
    assertThat(report.refusal().orElseThrow().rule()).isEqualTo(Rule.MINIMUM);
    var relative = report.finding(Rule.RELATIVE);
    assertThat(relative.held()).isEqualTo(Held.NO);
    assertThat(relative.failing()).extracting(Probe::id).containsExactly("script-korean");
    assertThat(relative.reason()).contains("script-korean", "0.97");
    assertThat(report.finding(Rule.NEAREST).held()).isEqualTo(Held.YES);
    assertThat(report.finding(Rule.TAIL_PAIR).held()).isEqualTo(Held.YES);
    assertThat(Remedy.of(report, "m/160")).contains("tokenizer");
  }

  @Test
  void everyFailingProbeIsNamedAndManyMeanAnotherModel() {
    var two =
        with(
            with(SOUND, "script-korean", at(position("script-korean"), 0.7)),
            "long-word-blob",
            at(position("long-word-blob"), 0.2));
    assertThat(report(two).finding(Rule.MINIMUM).failing())
        .extracting(Probe::id)
        .containsExactlyInAnyOrder("script-korean", "long-word-blob");
    assertThat(report(two).finding(Rule.MINIMUM).probe().map(Probe::id)).contains("long-word-blob");
    assertThat(Remedy.of(report(allAt(0.6)), "m/160")).contains("another model");
  }

  @Test
  void brokenStructureLeavesTheRestUnmeasured() {
    var wide = Synthetic.each(SOUND, v -> new float[Synthetic.WIDTH + 1]);
    var report = report(wide);
    assertThat(report.refusal().orElseThrow().rule()).isEqualTo(Rule.DIMENSION);
    assertThat(report.scores()).isEmpty();
    assertThat(report.finding(Rule.COUNT).held()).isEqualTo(Held.YES);
    assertThat(report.finding(Rule.DIMENSION).value()).isEqualTo(Synthetic.WIDTH + 1);
    assertThat(report.finding(Rule.ZERO).held()).isEqualTo(Held.NO);
    assertThat(report.finding(Rule.MINIMUM).held()).isEqualTo(Held.NOT_MEASURED);
    assertThat(Remedy.of(report, "m/160")).contains("m/160");
  }

  @Test
  void aWrongCountLeavesAllElseUnmeasured() {
    var calls = Synthetic.batches(SOUND.subList(0, 39));
    var measured =
        Measured.byProber(
            "bravo",
            SET,
            Mode.SINGLE,
            Synthetic.single(SOUND),
            Synthetic.FULL,
            Optional.of(calls),
            Optional.of(calls));
    var report = Gate.report(ANCHORS, measured);
    assertThat(report.rules())
        .extracting(Finding::held)
        .startsWith(Held.NO)
        .endsWith(Held.NOT_MEASURED);
    assertThat(report.finding(Rule.DIMENSION).held()).isEqualTo(Held.NOT_MEASURED);
  }

  @Test
  void theFirstBrokenRuleIsTheRefusalWhateverTheRoute() {
    var refused = new int[1];
    Gen.each(
        60,
        gen -> {
          var anchors = Synthetic.anchors(gen, gen.between(0.0, 0.9));
          double size = Math.pow(10, gen.between(-3.0, 0.5));
          var route =
              Synthetic.each(
                  anchors.vectors(),
                  v -> {
                    var noise = gen.direction(v.length);
                    var w = v.clone();
                    for (int k = 0; k < w.length; k++) {
                      w[k] += (float) (size * noise[k]);
                    }
                    return w;
                  });
          var report = Gate.report(anchors, steady(route));
          var first = report.rules().stream().filter(f -> f.held() == Held.NO).findFirst();
          assertThat(first.map(Finding::rule)).isEqualTo(report.refusal().map(Refusal::rule));
          assertThat(first.map(Finding::reason)).isEqualTo(report.refusal().map(Refusal::reason));
          assertThat(first.isEmpty()).isEqualTo(report.grade() != Grade.REFUSED);
          refused[0] += first.isPresent() ? 1 : 0;
        });
    assertThat(refused[0]).isBetween(5, 55);
  }
}
