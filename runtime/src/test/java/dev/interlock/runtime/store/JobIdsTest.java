package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JobIdsTest {
  private Instant now = Instant.parse("2026-11-30T08:00:00Z");
  private final JobIds ids = new JobIds(() -> now, new SplittableRandom(1));

  @Test
  void idsGrowWithinASecondAndOverSeconds() {
    var given = new ArrayList<String>();
    for (int second = 0; second < 3; second++) {
      for (int i = 0; i < 2_000; i++) {
        given.add(ids.get());
      }
      now = now.plusSeconds(1);
    }
    assertThat(given).isSorted().doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9a-z]{8}"));
  }

  @Test
  void clockSetBackKeepsTheOrder() {
    var before = ids.get();
    now = now.minusSeconds(3_600);
    assertThat(ids.get()).isGreaterThan(before);
  }
}
