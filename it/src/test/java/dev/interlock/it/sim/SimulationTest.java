package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Whole fleets on manual time, with faults from a seed. After each step each [Rule] is looked at;
/// a failure names its seed and the command that plays it again.
final class SimulationTest {
  private static final int SEEDS = 20;

  @BeforeAll
  static void quietly() {
    Quiet.begin();
  }

  @AfterAll
  static void loudly() {
    Quiet.end();
  }

  private static LongStream seeds() {
    return Optional.ofNullable(Long.getLong("interlock.sim.seed"))
        .map(LongStream::of)
        .orElseGet(() -> LongStream.rangeClosed(1, SEEDS));
  }

  @Test
  @DisplayName(
      "A2, A3, A5, A8, A10, A11, A13, A17, B5, B8: whatever goes wrong, each rule of the house"
          + " holds after each step, and once faults stop everything has its end")
  void everyRuleHoldsForEverySeed() {
    int[] seen = new int[5];
    seeds()
        .forEach(
            seed -> {
              var world = Runs.said(seed, Runs.ORDINARY, "SimulationTest").world();
              seen[0] += world.endings().count();
              seen[1] += world.clouds().stream().mapToInt(c -> c.throttledAt().size()).sum();
              seen[2] += world.rows().lapsed();
              seen[3] += world.book().writtenOff();
              seen[4] += world.scene().cast().kills().size();
            });
    if (Long.getLong("interlock.sim.seed") == null) {
      // The runs are worth their name: what can go wrong did.
      assertThat(seen[0]).as("endings").isGreaterThan(SEEDS * 500);
      assertThat(seen[1]).as("pushbacks").isGreaterThan(SEEDS / 2);
      assertThat(seen[2]).as("drifts that were found").isPositive();
      assertThat(seen[3]).as("calls written off").isPositive();
      assertThat(seen[4]).as("kills").isPositive();
    }
  }

  @Test
  void sameSeedIsTheSameRun() {
    var first = Runs.play(7, Runs.ORDINARY);
    var again = Runs.play(7, Runs.ORDINARY);
    assertThat(again.steps()).isEqualTo(first.steps());
    assertThat(again.world().endings().trace()).isEqualTo(first.world().endings().trace());
  }
}
