package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.ANCHORS;
import static dev.interlock.core.gate.Synthetic.SET;
import static dev.interlock.core.gate.Synthetic.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A5: canaries against the route's own admission")
final class GateCanaryTest {
  private static final Own OWN = Own.singles(Synthetic.allAt(0.995));
  private static final List<Integer> SIX = Probes.canaries(SET, 0);

  @Test
  void theSameVectorsRaiseNoAlarm() {
    assertThat(canary(answers())).isEmpty();
  }

  @Test
  void lengthIsNoAlarm() {
    var scaled = answers();
    for (int k = 0; k < Synthetic.WIDTH; k++) {
      scaled.get(2)[k] *= 27.5f;
    }
    assertThat(canary(scaled)).isEmpty();
  }

  @Test
  void aDegreeIsAnAlarm() {
    var turned = answers();
    turned.set(4, at(SIX.get(4), Math.cos(Math.acos(0.995) + Math.toRadians(1))));
    var refusal = canary(turned).orElseThrow();
    assertThat(refusal.rule()).isEqualTo(Rule.DRIFT);
    assertThat(refusal.probe().orElseThrow()).isEqualTo(SET.probes().get(SIX.get(4)));
    assertThat(refusal.reason()).contains("0.9998", ">= 0.9999", "at admission");
  }

  @Test
  void anAnchorLeftBehindIsAnAlarm() {
    // Kept vectors that themselves lie below the floor, as after a hand on the store.
    var own = Synthetic.allAt(0.98);
    var answered = SIX.stream().map(own::get).toList();
    var refusal = Gate.canary(ANCHORS, Own.singles(own), SIX, answered).orElseThrow();
    assertThat(refusal.rule()).isEqualTo(Rule.MINIMUM);
    assertThat(refusal.value()).isLessThan(0.99);
  }

  @Test
  void aVectorTooFewIsAnAlarm() {
    var refusal = canary(answers().subList(0, 5)).orElseThrow();
    assertThat(refusal.rule()).isEqualTo(Rule.COUNT);
    assertThat(refusal.reason()).contains("5 of 6 vectors");
  }

  @Test
  void anotherWidthIsAnAlarm() {
    var narrow = answers();
    narrow.set(5, new float[] {1, 2});
    assertThat(canary(narrow).orElseThrow().rule()).isEqualTo(Rule.DIMENSION);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
  void aComponentThatIsNoNumberIsAnAlarm(float component) {
    var bad = answers();
    bad.get(1)[7] = component;
    assertThat(canary(bad).orElseThrow().rule()).isEqualTo(Rule.FINITE);
  }

  @Test
  void aZeroVectorIsAnAlarm() {
    var bad = answers();
    bad.set(0, new float[Synthetic.WIDTH]);
    assertThat(canary(bad).orElseThrow().rule()).isEqualTo(Rule.ZERO);
  }

  @Test
  @DisplayName("A5: in a batch a canary may agree with either of the modes of its admission")
  void theModeOfItsAdmissionIsEnough() {
    var own = new Own(OWN.singles(), turnedBy(0.8));
    int at = SIX.getFirst();
    assertThat(Gate.canary(ANCHORS, own, List.of(at), List.of(turnedBy(1.5).get(at)))).isEmpty();
    assertThat(Gate.canary(ANCHORS, OWN, List.of(at), List.of(turnedBy(1.5).get(at)))).isPresent();
    assertThat(Gate.canary(ANCHORS, own, List.of(at), List.of(turnedBy(1.7).get(at)))).isPresent();
  }

  private static List<float[]> turnedBy(double degrees) {
    return Synthetic.allAt(Math.cos(Math.acos(0.995) + Math.toRadians(degrees)));
  }

  private static List<float[]> answers() {
    return new ArrayList<>(SIX.stream().map(i -> OWN.singles().get(i).clone()).toList());
  }

  private static Optional<Refusal> canary(List<float[]> answered) {
    return Gate.canary(ANCHORS, OWN, SIX, answered);
  }

  @Test
  @DisplayName("A5: a change that shows in every answer is told from one that comes and goes")
  void steadyChangesAreToldFromUnsteadyOnes() {
    var before = Synthetic.allAt(0.995);
    var turned = Synthetic.allAt(0.99);
    var one = Synthetic.with(before, "accent-german", turned.get(SET.position("accent-german")));
    var both = new Own(before, before);

    var all = Gate.drifted(both, Synthetic.steady(turned));
    assertThat(all.always()).hasSize(SET.size());
    assertThat(all.sometimes()).isEmpty();
    var kind = Gate.drifted(both, Synthetic.steady(one));
    assertThat(kind).isEqualTo(new Drifted(List.of(SET.position("accent-german")), List.of()));
    var batches = Gate.drifted(both, Synthetic.measured(before, before, one));
    assertThat(batches).isEqualTo(new Drifted(List.of(), List.of(SET.position("accent-german"))));
    assertThat(Gate.drifted(both, Synthetic.steady(before)))
        .isEqualTo(new Drifted(List.of(), List.of()));
  }

  @Test
  @DisplayName("A5: of a route that serves one text a call only such answers are compared")
  void batchesThatNeverServedSayNothing() {
    var turned = Synthetic.allAt(0.99);
    var found = Gate.drifted(OWN, Synthetic.measured(turned, Synthetic.allAt(0.995), turned));
    assertThat(found.always()).hasSize(SET.size());
  }

  @Test
  @DisplayName(
      "A5: one answer as before, of many to the same probe, is proof that it comes and goes")
  void oneAgreementIsProof() {
    var at = SET.position("accent-german");
    var found = new Drifted(List.of(at), List.of());
    var moved = Synthetic.allAt(0.99).get(at);
    var same = Synthetic.allAt(0.995).get(at);

    assertThat(Gate.drifted(OWN, found, at, List.of(moved, moved))).isEqualTo(found);
    assertThat(Gate.drifted(OWN, found, at, List.of(moved, same, moved)))
        .isEqualTo(new Drifted(List.of(), List.of(at)));
    assertThat(Gate.drifted(OWN, new Drifted(List.of(), List.of()), at, List.of(same)))
        .isEqualTo(new Drifted(List.of(), List.of()));
  }

  @Test
  @DisplayName("A5: who answers now so, now so, is refused though both ways agree with the anchors")
  void unsteadinessRefuses() {
    var agrees = Gate.judge(ANCHORS, Synthetic.steady(Synthetic.allAt(0.999)));
    var at = SET.position("accent-german");
    assertThat(Gate.steady(SET, agrees, new Drifted(List.of(at), List.of()))).isEqualTo(agrees);
    var refused = Gate.steady(SET, agrees, new Drifted(List.of(), List.of(at)));
    assertThat(refused).isInstanceOf(Judgement.Disagrees.class);
    var refusal = ((Judgement.Disagrees) refused).refusal();
    assertThat(refusal.rule()).isEqualTo(Rule.DRIFT);
    assertThat(refusal.reason()).startsWith("probe accent-german (accent): some answers are as");
    assertThat(Gate.steady(SET, refused, new Drifted(List.of(), List.of(1)))).isEqualTo(refused);
  }
}
