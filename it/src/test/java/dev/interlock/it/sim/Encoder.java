package dev.interlock.it.sim;

import dev.interlock.testkit.VectorFunction;
import java.util.List;

/// What turns a route's texts into vectors: the table's own space, or another one while a spell
/// says so.
final class Encoder {
  static final int WIDTH = 8;

  /// The space that all routes agree in.
  static final VectorFunction TRUTH = VectorFunction.hashing(WIDTH);

  private static final VectorFunction OTHER = TRUTH.turned(30);

  private final Ground ground;
  private final List<Spell> spells;

  Encoder(Ground ground, List<Spell> spells) {
    this.ground = ground;
    this.spells = spells;
  }

  boolean rotated() {
    return Spell.on(spells, Spell.Kind.ROTATED, ground.now()).isPresent();
  }

  List<float[]> vectors(List<String> texts) {
    var function = rotated() ? OTHER : TRUTH;
    return texts.stream().map(function::vector).toList();
  }
}
