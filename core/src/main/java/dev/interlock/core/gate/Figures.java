package dev.interlock.core.gate;

import dev.interlock.core.space.Vectors;
import java.util.Arrays;
import java.util.List;

/// A route's vectors measured against the anchors, the worst over all passes added.
///
/// All vectors must be sound in structure. A value that can't be computed is NaN, and every rule is
/// written so that NaN refuses.
final class Figures {
  private final ProbeSet set;
  private final List<float[]> anchors;
  private final double[][] reference;
  private final double likeness;
  private final double[] cosine;
  private final double[] centred;
  private final double[] lead;
  private final int[] rival;
  private final double[] tailRatio;
  private double displacement;

  Figures(Anchors anchors) {
    this.set = anchors.set();
    this.anchors = anchors.vectors();
    this.reference = cosines(this.anchors, this.anchors);
    this.likeness = meanOffDiagonal(reference);
    int n = set.size();
    this.cosine = filled(n, 1);
    this.centred = filled(n, 1);
    this.lead = filled(n, 2);
    this.rival = new int[n];
    this.tailRatio = filled(n, Double.POSITIVE_INFINITY);
  }

  /// Takes one pass into account.
  void add(List<float[]> vectors) {
    var cross = cosines(vectors, anchors);
    for (int i = 0; i < set.size(); i++) {
      cosine[i] = Math.min(cosine[i], cross[i][i]);
      addRival(i, cross[i]);
      addTail(i, vectors);
    }
    addCentred(vectors);
    displacement = Math.max(displacement, Displacement.of(set, reference, cross));
  }

  /// Least cosine of a probe to its own anchor.
  double cosine(int i) {
    return cosine[i];
  }

  /// Least lead of a probe's own anchor over any other that may not lie as near: below zero the
  /// probe is nearest to a wrong one.
  double lead(int i) {
    return lead[i];
  }

  /// Position of the anchor over which [#lead] was least.
  int rival(int i) {
    return rival[i];
  }

  /// Relative cosine: what is left of 1 when the angle is held against the angle between different
  /// texts.
  double relative(int i) {
    return 1 - (1 - cosine[i]) / (1 - likeness);
  }

  /// Mean cosine of different probes under the anchors: `u` of the gate's evidence.
  double likeness() {
    return likeness;
  }

  /// Displacement of all probes together.
  double displacement() {
    return displacement;
  }

  /// Distance of a tail probe to its twin as a share of the anchors' distance; infinite for a probe
  /// of another kind.
  double tailRatio(int i) {
    return tailRatio[i];
  }

  /// Everything in one record.
  Scores scores(double selfAgreement) {
    int worst = worst(cosine);
    double tail = tailRatio[worst(tailRatio)];
    return new Scores(
        cosine[worst],
        Arrays.stream(cosine).average().orElse(Double.NaN),
        centred[worst(centred)],
        relative(worst),
        displacement,
        Double.isInfinite(tail) ? 1 : tail,
        selfAgreement,
        set.probes().get(worst).id());
  }

  /// Position of the least value; NaN counts as less than any number.
  static int worst(double[] values) {
    int worst = 0;
    for (int i = 1; i < values.length; i++) {
      if (!Double.isNaN(values[worst]) && !(values[i] >= values[worst])) {
        worst = i;
      }
    }
    return worst;
  }

  private void addRival(int i, double[] row) {
    var twin = set.probes().get(i).twin();
    for (int j = 0; j < row.length; j++) {
      boolean mayLieNear = i == j || twin.filter(set.probes().get(j).id()::equals).isPresent();
      if (!mayLieNear && !(row[i] - row[j] >= lead[i])) {
        lead[i] = row[i] - row[j];
        rival[i] = j;
      }
    }
  }

  private void addTail(int i, List<float[]> vectors) {
    var probe = set.probes().get(i);
    if (probe.kind() == ProbeKind.TAIL_PAIR && probe.twin().isPresent()) {
      int j = set.position(probe.twin().get());
      double apart = 1 - Vectors.cosine(vectors.get(i), vectors.get(j));
      tailRatio[i] = Math.min(tailRatio[i], apart / (1 - reference[i][j]));
    }
  }

  private void addCentred(List<float[]> vectors) {
    var centre = mean(anchors);
    for (int i = 0; i < set.size(); i++) {
      var own = minus(Vectors.unit(vectors.get(i)), centre);
      centred[i] = Math.min(centred[i], Vectors.cosine(own, minus(anchors.get(i), centre)));
    }
  }

  private static double[][] cosines(List<float[]> rows, List<float[]> columns) {
    var cosines = new double[rows.size()][columns.size()];
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        cosines[i][j] = Vectors.cosine(rows.get(i), columns.get(j));
      }
    }
    return cosines;
  }

  private static double meanOffDiagonal(double[][] square) {
    double sum = 0;
    for (int i = 0; i < square.length; i++) {
      for (int j = 0; j < square.length; j++) {
        sum += i == j ? 0 : square[i][j];
      }
    }
    return sum / (square.length * (square.length - 1.0));
  }

  private static float[] mean(List<float[]> vectors) {
    var sum = new double[vectors.getFirst().length];
    for (var v : vectors) {
      for (int k = 0; k < sum.length; k++) {
        sum[k] += v[k];
      }
    }
    var mean = new float[sum.length];
    for (int k = 0; k < sum.length; k++) {
      mean[k] = (float) (sum[k] / vectors.size());
    }
    return mean;
  }

  private static float[] minus(float[] a, float[] b) {
    var difference = new float[a.length];
    for (int k = 0; k < a.length; k++) {
      difference[k] = a[k] - b[k];
    }
    return difference;
  }

  private static double[] filled(int n, double value) {
    var values = new double[n];
    Arrays.fill(values, value);
    return values;
  }
}
