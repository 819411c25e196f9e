package dev.interlock.runtime.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LineTest {
  private static final long START = Long.MAX_VALUE - 5;
  private static final long KEPT = Duration.ofSeconds(5).toNanos();

  private final Line line = new Line();

  @Test
  void secondCallFindsTheLineUsed() {
    assertThat(line.begin()).isFalse();
    line.end(START, KEPT);
    assertThat(line.begin()).isTrue();
  }

  @Test
  void closeUnderCallIsNeverInOrder() {
    line.begin();
    line.end(START, KEPT);
    line.begin();
    assertThat(line.closesInOrder(START + 10 * KEPT)).isFalse();
  }

  @Test
  void idleLineClosesInOrderFromHalfASecondBeforeItsTime() {
    line.begin();
    line.end(START, KEPT);
    long early = START + KEPT - Duration.ofMillis(500).toNanos();
    assertThat(line.closesInOrder(early - 1)).isFalse();
    assertThat(line.closesInOrder(early)).isTrue();
  }

  @Test
  void leavingIsToldOnce() {
    assertThat(line.leave()).isTrue();
    assertThat(line.leave()).isFalse();
    assertThat(line.closesInOrder(START)).isTrue();
  }
}
