package dev.interlock.core.gate;

import dev.interlock.core.space.Vectors;
import java.util.List;

/// A table's own past: the probe texts with the vectors that its builder gave, one text a call (A5,
/// design §2.1).
///
/// @param set the probes
/// @param vectors a unit vector for each probe, in the set's order, all of one width
public record Anchors(ProbeSet set, List<float[]> vectors) {
  public Anchors {
    vectors = List.copyOf(vectors);
    if (vectors.size() != set.size()) {
      throw new IllegalArgumentException(
          "%d anchor vectors for %d probes".formatted(vectors.size(), set.size()));
    }
    int width = vectors.getFirst().length;
    for (int i = 0; i < vectors.size(); i++) {
      var v = vectors.get(i);
      if (v.length != width || !Vectors.finite(v)) {
        throw new IllegalArgumentException(
            "anchor %s is not a finite vector of width %d"
                .formatted(set.probes().get(i).id(), width));
      }
    }
  }

  /// Components of every anchor.
  public int dimension() {
    return vectors.getFirst().length;
  }
}
