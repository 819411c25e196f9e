package dev.interlock.runtime.store;

import java.util.List;

/// A route's own vectors of the probes at its last admission, which canaries are compared with.
///
/// @param verdict id of the verdict that admitted it
/// @param vectors one a probe, in the set's order, all of one width; never none
public record OwnVectors(String verdict, List<float[]> vectors) {
  public OwnVectors {
    vectors = List.copyOf(vectors);
    if (vectors.isEmpty()) {
      throw new IllegalArgumentException("no own vectors");
    }
    for (var vector : vectors) {
      if (vector.length != vectors.getFirst().length) {
        throw new IllegalArgumentException("own vectors of different widths");
      }
    }
  }
}
