package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.route.Capacity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Found by the simulator: texts that wait for a place at an engine outlive their admission.
final class WaitingTextTest {
  private static final long LOST = 100 * Ground.SECOND + 500 * Ground.MILLI;

  @Test
  @DisplayName("A3: a text that waited for its place is not sent once its admission has ended")
  void admissionEndsInTheLine() {
    var ground = Simulation.ground(1);
    var lost = new Spell(Spell.Kind.DEAD, LOST, LOST + Ground.MILLI, Optional.empty());
    var slow = new Scene.Engine(new Host.Pace(Ground.SECOND, 0, List.of()), List.of(lost));
    var scene =
        new Stage()
            .host("gpu", slow, new Capacity(128, 16, 1))
            .question(100 * Ground.SECOND, "one")
            .question(100 * Ground.SECOND + Ground.MILLI, "two")
            .scene();

    var world = Simulation.play(ground, new World(ground, scene, Seams.NONE, Disk.quick())).world();

    // The first was on its way when the connection broke; the second was still in line.
    assertThat(world.host("gpu").questions()).isEqualTo(1);
  }
}
