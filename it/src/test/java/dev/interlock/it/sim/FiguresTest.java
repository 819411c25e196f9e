package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What the whole house makes of what providers offer. That its parts do is proved in `core`.
final class FiguresTest {
  private final Figures figures = new Figures(1);

  @BeforeAll
  static void quietly() {
    Quiet.begin();
  }

  @AfterAll
  static void loudly() {
    Quiet.end();
  }

  @Test
  @DisplayName("A13: unequal providers whose rates change in the middle: >= 0.95 of all capacity")
  void unequalProvidersAreUsed() {
    assertThat(figures.aggregate(20_000)).isBetween(0.95, 1.0);
  }

  @Test
  @DisplayName("A13: beside a cloud throttled to nothing a local host keeps 0.99 of its own speed")
  void throttledCloudSlowsNobody() {
    assertThat(figures.besideThrottled(20_000)).isBetween(0.99, 1.001);
  }

  @Test
  @DisplayName("A10: of a believed rate 0.95 is used, and never one start more")
  void believedRateIsUsed() {
    assertThat(figures.rate(120)).isBetween(0.95, 1.0);
  }

  @Test
  @DisplayName("A11: after a storm of 429 the permits are back as soon as the rule allows")
  void stormPasses() {
    var recovery = figures.recovery();
    // It is looked at every 20 ms.
    assertThat(recovery.took()).isBetween(0.0, recovery.allowed() + 0.02);
    assertThat(recovery.halvings()).isPositive();
  }

  @Test
  @DisplayName("A17: beside 100 times its demand a project waits as alone, plus a permit's time")
  void smallProjectDoesNotWait() {
    var fairness = figures.fairness();
    assertThat(fairness.beside()).isLessThanOrEqualTo(fairness.alone() + fairness.permit());
  }
}
