package dev.interlock.core.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// How long a call should take.
final class PaceTest {
  private static final double MILLI = 1e6;

  private static Pace of(Pace before, int calls, double factor) {
    var pace = before;
    for (int i = 0; i < calls; i++) {
      int n = 4 + 4 * (i % 4);
      pace = pace.after(n, (long) (factor * (100 + 10 * n) * MILLI));
    }
    return pace;
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(Pace.UNKNOWN.known()).isFalse();
    assertThat(Pace.UNKNOWN.expected(8)).isZero();
    assertThat(Pace.UNKNOWN.rate(8)).isZero();
  }

  @Test
  void callAndTextsAreToldApart() {
    var pace = of(Pace.UNKNOWN, 12, 1);
    assertThat(pace.perCall()).isCloseTo(100 * MILLI, within(MILLI));
    assertThat(pace.perText()).isCloseTo(10 * MILLI, within(MILLI / 10));
    assertThat(pace.rate(10)).isCloseTo(50, within(1.0));
  }

  @Test
  void callsOfOneSizeAreAllTexts() {
    var pace = Pace.UNKNOWN.after(8, (long) (80 * MILLI)).after(8, (long) (80 * MILLI));
    assertThat(pace.expected(1)).isCloseTo(10 * MILLI, within(MILLI));
  }

  @Test
  void aNewSpeedIsLearnedWithinEightCalls() {
    var pace = of(of(Pace.UNKNOWN, 20, 1), 8, 10);
    assertThat(pace.expected(8)).isCloseTo(1800 * MILLI, within(200 * MILLI));
    var back = of(pace, 8, 1);
    assertThat(back.expected(8)).isLessThan(400 * MILLI);
  }

  @Test
  void callsThatTakeNoTimeAreFast() {
    var pace = Pace.UNKNOWN.after(8, 0).after(4, 0).after(1, 0);
    assertThat(pace.expected(8)).isBetween(0.0, 8.0);
    assertThat(pace.rate(8)).isPositive().isFinite();
  }
}
