package dev.interlock.it.sim;

import java.util.Optional;

/// Runs of the simulator by their seeds.
final class Runs {
  /// What the ordinary suite plays.
  static final Draw.Size ORDINARY =
      new Draw.Size(2, 2, new Draw.Crowd(240, 30, 2, 200, 4), 180 * Ground.SECOND);

  private Runs() {}

  /// Plays a seed.
  ///
  /// @throws Broken if a rule is broken
  static Simulation.Outcome play(long seed, Draw.Size size) {
    var ground = Simulation.ground(seed);
    var scene = Draw.scene(ground, size);
    return Simulation.play(ground, new World(ground, scene, Seams.NONE, disk(seed)));
  }

  /// Every tenth seed writes its money on a real disk.
  private static Disk disk(long seed) {
    return seed % 10 == 0 ? Disk.real() : Disk.quick();
  }

  /// Plays a seed with a bug.
  ///
  /// @return what was broken
  static Optional<Broken> play(long seed, Bug bug) {
    var ground = Simulation.ground(seed);
    var scene = Draw.scene(ground, ORDINARY);
    try {
      Simulation.play(ground, new World(ground, scene, bug.seams(ground), disk(seed)));
      return Optional.empty();
    } catch (Broken broken) {
      return Optional.of(broken);
    }
  }

  /// Plays a seed, and says how to play it again where it fails.
  static Simulation.Outcome said(long seed, Draw.Size size, String test) {
    try {
      return play(seed, size);
    } catch (Broken | RuntimeException e) {
      throw new AssertionError(
          "seed %d: %s%nagain: ./interlock-test -pl it -am -Dtest=%s -Dinterlock.sim.seed=%d"
                  .formatted(seed, e.getMessage(), test, seed)
              + " -Dsurefire.failIfNoSpecifiedTests=false",
          e);
    }
  }
}
