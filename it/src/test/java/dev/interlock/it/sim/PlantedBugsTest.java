package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A suite that can't see a planted bug doesn't count.
final class PlantedBugsTest {
  private static final int WITHIN = 200;
  private static final Set<Long> SOUND = new HashSet<>();

  @BeforeAll
  static void quietly() {
    Quiet.begin();
  }

  @AfterAll
  static void loudly() {
    Quiet.end();
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  @DisplayName(
      "A3, A8, A10, A11, A17, B5, B8: a planted bug is found within 200 seeds, by the rule that is"
          + " meant for it, and the same seeds pass without it")
  void isFoundByItsRule(Bug bug) {
    for (long seed = 1; seed <= WITHIN; seed++) {
      var broken = Runs.play(seed, bug);
      passesWithoutIt(seed);
      if (broken.isPresent()) {
        assertThat(broken.get().rule())
            .as("seed %d: %s", seed, broken.get().getMessage())
            .isEqualTo(bug.rule());
        return;
      }
    }
    throw new AssertionError("%s was not found within %d seeds".formatted(bug, WITHIN));
  }

  private static void passesWithoutIt(long seed) {
    if (SOUND.add(seed)) {
      assertThatCode(() -> Runs.play(seed, Runs.ORDINARY)).doesNotThrowAnyException();
    }
  }
}
