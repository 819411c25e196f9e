package dev.interlock.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Independent random streams by name from one seed: a new stream or a further draw in one of them
/// changes none of the others. A failing test prints this value, which is all it takes to rerun it.
///
/// @param seed the root of all streams
public record Seeds(long seed) {
  /// The stream of that name, from its beginning at each call.
  public RandomGenerator stream(String name) {
    return new SplittableRandom(Hash.of(seed, name));
  }

  /// The seeds of a part that names its own streams.
  public Seeds part(String name) {
    return new Seeds(Hash.of(~seed, name));
  }
}
