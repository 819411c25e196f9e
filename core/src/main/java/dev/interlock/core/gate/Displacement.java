package dev.interlock.core.gate;

/// By how much a route's vectors shift the scores of a mixed table, in units of the spread that the
/// anchors' own scores have: `rms(route . anchor - anchor . anchor) / sd(anchor . anchor)` over
/// pairs of different probes.
///
/// Taken for documents against documents, the route's queries against the anchors' documents, and
/// the anchors' queries against the route's documents; the largest counts.
final class Displacement {
  private final double[][] reference;
  private final double spreadLeast;

  private Displacement(double[][] reference, double spreadLeast) {
    this.reference = reference;
    this.spreadLeast = spreadLeast;
  }

  /// @param reference cosines of the anchors with each other
  /// @param cross cosines, row by the route's vector, column by the anchor
  /// @param spreadLeast the spread to assume at the least
  static double of(ProbeSet set, double[][] reference, double[][] cross, double spreadLeast) {
    var shift = new Displacement(reference, spreadLeast);
    var documents = set.positions(Form.DOCUMENT);
    var queries = set.positions(Form.QUERY);
    return Math.max(
        shift.over(cross, documents, documents),
        Math.max(shift.over(cross, queries, documents), shift.over(cross, documents, queries)));
  }

  private double over(double[][] cross, int[] rows, int[] columns) {
    int n = 0;
    double squares = 0;
    double sum = 0;
    double sumOfSquares = 0;
    for (int i : rows) {
      for (int j : columns) {
        if (i != j) {
          double shift = cross[i][j] - reference[i][j];
          n++;
          squares += shift * shift;
          sum += reference[i][j];
          sumOfSquares += reference[i][j] * reference[i][j];
        }
      }
    }
    if (n == 0) {
      return 0;
    }
    double variance = Math.max(0, sumOfSquares / n - (sum / n) * (sum / n));
    return Math.sqrt(squares / n) / Math.max(spreadLeast, Math.sqrt(variance));
  }
}
