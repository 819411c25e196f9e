package dev.interlock.core.gate;

import dev.interlock.core.space.Vectors;
import java.util.List;

/// A route's own vectors of the probes, kept from its admission in each mode that it may serve in
/// (design §4 Drift).
///
/// @param singles unit vectors one by one, in the set's order
/// @param batched unit vectors in full batches; empty where it may not serve so
public record Own(List<float[]> singles, List<float[]> batched) {
  public Own {
    singles = List.copyOf(singles);
    batched = List.copyOf(batched);
    if (!batched.isEmpty() && batched.size() != singles.size()) {
      throw new IllegalArgumentException(
          "%d vectors one by one, %d in batches".formatted(singles.size(), batched.size()));
    }
  }

  /// Vectors one by one only.
  public static Own singles(List<float[]> vectors) {
    return new Own(vectors, List.of());
  }

  /// The one of the vectors at this position that the answer is nearest to: what stands with a
  /// probe in a batch moves the last digits of its vector.
  float[] nearest(int position, float[] answered) {
    var single = singles.get(position);
    if (batched.isEmpty()) {
      return single;
    }
    var together = batched.get(position);
    return Vectors.cosine(answered, together) > Vectors.cosine(answered, single)
        ? together
        : single;
  }
}
