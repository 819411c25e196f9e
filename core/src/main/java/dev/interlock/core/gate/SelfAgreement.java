package dev.interlock.core.gate;

import dev.interlock.core.space.Vectors;
import java.util.stream.Stream;

/// How far a route agrees with itself, one by one against full batches.
///
/// @param least the least cosine of a probe, 1 where there are no full batches
/// @param probe the position of that probe
record SelfAgreement(double least, int probe) {

  /// Compares every pass with the one-by-one pass. The passes must be sound in structure.
  static SelfAgreement of(Measured measured) {
    var singles = measured.singles().vectors();
    var worst = new SelfAgreement(1, 0);
    for (var pass :
        Stream.concat(measured.batched().stream(), measured.reversed().stream()).toList()) {
      var vectors = pass.vectors();
      for (int i = 0; i < vectors.size(); i++) {
        double cosine = Vectors.cosine(singles.get(i), vectors.get(i));
        if (!(cosine >= worst.least)) {
          worst = new SelfAgreement(cosine, i);
        }
      }
    }
    return worst;
  }

  /// Whether the route may serve in full batches.
  boolean holds() {
    return least >= Floors.SELF_AGREEMENT;
  }
}
