package dev.interlock.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SystemClocksTest {
  @Test
  void ticksNeverRunBackwardsAndTheCalendarIsOfThisAge() {
    var clocks = new SystemClocks();
    long first = clocks.nanos();
    assertThat(clocks.nanos() - first).isNotNegative();
    assertThat(clocks.now()).isAfter("2026-01-01T00:00:00Z");
  }
}
