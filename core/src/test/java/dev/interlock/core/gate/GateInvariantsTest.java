package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.SET;
import static dev.interlock.core.gate.Synthetic.steady;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import dev.interlock.core.gate.Judgement.Agrees;
import dev.interlock.core.gate.Judgement.Disagrees;
import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A3: what holds for any anchors and any route")
final class GateInvariantsTest {
  private static final int SEEDS = 60;

  @Test
  void whatAgreesKeepsEveryFloor() {
    var seen = new int[2];
    Gen.each(
        SEEDS,
        gen -> {
          var anchors = Synthetic.anchors(gen, gen.between(0.0, 0.9));
          double noise = Math.pow(10, gen.between(-3.0, 0.0));
          var route = noisy(gen, anchors.vectors(), noise);
          switch (Gate.judge(anchors, steady(route))) {
            case Agrees(var grade, var scores, var _, var own) -> {
              seen[0]++;
              assertFloors(anchors, own.singles());
              assertThat(grade == Grade.SAME).isEqualTo(scores.minCosine() >= Floors.SAME);
            }
            case Disagrees(var refusal, var scores) -> {
              seen[1]++;
              assertThat(scores).isPresent();
              assertThat(refusal.reason()).contains(refusal.probe().orElseThrow().id(), "the rule");
            }
          }
        });
    assertThat(seen[0]).isGreaterThan(SEEDS / 10);
    assertThat(seen[1]).isGreaterThan(SEEDS / 10);
  }

  @Test
  void lengthsChangeNothing() {
    Gen.each(
        SEEDS,
        gen -> {
          var anchors = Synthetic.anchors(gen, 0.4);
          var route = noisy(gen, anchors.vectors(), gen.between(0.0, 0.2));
          var scaled = route.stream().map(v -> scaled(v, (float) gen.between(0.01, 50.0))).toList();
          var plain = Gate.judge(anchors, steady(route));
          var other = Gate.judge(anchors, steady(scaled));
          assertThat(other.getClass()).isEqualTo(plain.getClass());
        });
  }

  @Test
  void aTurnOfBothSidesChangesNothing() {
    Gen.each(
        20,
        gen -> {
          var anchors = Synthetic.anchors(gen, 0.4);
          var route = noisy(gen, anchors.vectors(), 0.05);
          var turn = new Turn(gen, Synthetic.WIDTH);
          var turnedAnchors = new Anchors(SET, anchors.vectors().stream().map(turn::of).toList());
          var plain = Gate.judge(anchors, steady(route));
          var turned = Gate.judge(turnedAnchors, steady(route.stream().map(turn::of).toList()));
          assertThat(turned.getClass()).isEqualTo(plain.getClass());
          var oneSide = Gate.judge(anchors, steady(route.stream().map(turn::of).toList()));
          assertThat(oneSide).isInstanceOf(Disagrees.class);
        });
  }

  @Test
  void anyOneBrokenVectorRefusesAndIsNamed() {
    Gen.each(
        SEEDS,
        gen -> {
          var anchors = Synthetic.anchors(gen, 0.3);
          int i = gen.between(0, SET.size() - 1);
          var broken = new ArrayList<>(anchors.vectors());
          broken.set(
              i,
              switch (gen.between(0, 3)) {
                case 0 -> new float[Synthetic.WIDTH];
                case 1 -> new float[Synthetic.WIDTH - 1];
                case 2 -> scaled(broken.get(i), Float.NaN);
                case 3 -> scaled(broken.get(i), -1);
                default -> throw new AssertionError();
              });
          var refusal = ((Disagrees) Gate.judge(anchors, steady(broken))).refusal();
          assertThat(refusal.probe()).contains(SET.probes().get(i));
        });
  }

  @Test
  void anyTwoSwappedVectorsRefuse() {
    Gen.each(
        SEEDS,
        gen -> {
          var anchors = Synthetic.anchors(gen, 0.3);
          int i = gen.between(0, SET.size() - 1);
          int j = (i + gen.between(1, SET.size() - 1)) % SET.size();
          var swapped = Synthetic.ordered(anchors.vectors(), k -> k == i ? j : k == j ? i : k);
          assertThat(Gate.judge(anchors, steady(swapped))).isInstanceOf(Disagrees.class);
        });
  }

  /// The floors once more, in the plainest words.
  private static void assertFloors(Anchors anchors, List<float[]> own) {
    double u = 0;
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        u += i == j ? 0 : Vectors.dot(anchors.vectors().get(i), anchors.vectors().get(j)) / 1560;
      }
    }
    for (int i = 0; i < 40; i++) {
      double cosine = Vectors.dot(anchors.vectors().get(i), own.get(i));
      assertThat(cosine).isGreaterThan(0.99 - 1e-6);
      assertThat((1 - cosine) / (1 - u)).isLessThan(0.03 + 1e-6);
    }
  }

  private static List<float[]> noisy(Gen gen, List<float[]> vectors, double size) {
    return vectors.stream()
        .map(
            v -> {
              var noise = gen.direction(v.length);
              var w = v.clone();
              for (int k = 0; k < w.length; k++) {
                w[k] += (float) (size * noise[k]);
              }
              return w;
            })
        .toList();
  }

  private static float[] scaled(float[] v, float by) {
    var w = v.clone();
    for (int k = 0; k < w.length; k++) {
      w[k] *= by;
    }
    return w;
  }

  /// A few mirrors one after the other: a turn of the whole space.
  private record Turn(List<float[]> mirrors) {
    Turn(Gen gen, int width) {
      this(List.of(gen.direction(width), gen.direction(width)));
    }

    float[] of(float[] v) {
      var w = v.clone();
      for (var mirror : mirrors) {
        double twice = 2 * Vectors.dot(w, mirror);
        for (int k = 0; k < w.length; k++) {
          w[k] -= (float) (twice * mirror[k]);
        }
      }
      return w;
    }
  }
}
