package dev.interlock.core.gate;

/// By how much a route's vectors shift the scores of a mixed table, in units of the spread that the
/// scores of different documents have under the anchors: `rms(route . anchor - anchor . anchor) /
/// sd(anchor . anchor)` over pairs of different probes.
///
/// Taken for documents against documents, the route's queries against the anchors' documents, and
/// the anchors' queries against the route's documents; the largest counts. The unit is the same for
/// all three, since three queries are too few to tell a spread.
final class Displacement {
  /// Below this spread rounding alone would read as displacement.
  private static final double SPREAD_LEAST = 1e-6;

  private final double[][] reference;
  private final double[][] cross;

  private Displacement(double[][] reference, double[][] cross) {
    this.reference = reference;
    this.cross = cross;
  }

  /// @param reference cosines of the anchors with each other
  /// @param cross cosines, row by the route's vector, column by the anchor
  static double of(ProbeSet set, double[][] reference, double[][] cross) {
    var shift = new Displacement(reference, cross);
    var documents = set.positions(Form.DOCUMENT);
    var queries = set.positions(Form.QUERY);
    double most =
        Math.max(
            shift.over(documents, documents),
            Math.max(shift.over(queries, documents), shift.over(documents, queries)));
    return most / Math.max(SPREAD_LEAST, shift.spread(documents));
  }

  /// Root of the mean square of the shift, 0 where there are no pairs.
  private double over(int[] rows, int[] columns) {
    int n = 0;
    double squares = 0;
    for (int i : rows) {
      for (int j : columns) {
        if (i != j) {
          double shift = cross[i][j] - reference[i][j];
          squares += shift * shift;
          n++;
        }
      }
    }
    return n == 0 ? 0 : Math.sqrt(squares / n);
  }

  /// Standard deviation of the anchors' cosines.
  private double spread(int[] probes) {
    double n = probes.length * (probes.length - 1.0);
    double sum = 0;
    double squares = 0;
    for (int i : probes) {
      for (int j : probes) {
        if (i != j) {
          sum += reference[i][j];
          squares += reference[i][j] * reference[i][j];
        }
      }
    }
    return n == 0 ? 0 : Math.sqrt(Math.max(0, squares / n - (sum / n) * (sum / n)));
  }
}
