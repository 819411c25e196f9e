package dev.interlock.runtime.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WakesTest {
  private final Wakes wakes = new Wakes();

  @Test
  @DisplayName("A11: only a wish before all others starts a timer, and none is forgotten")
  void earliestWishStartsTimer() {
    assertThat(wakes.wish(100)).hasValue(100);
    assertThat(wakes.wish(200)).isEqualTo(OptionalLong.empty());
    assertThat(wakes.wish(50)).hasValue(50);

    assertThat(wakes.wentOff(50, 50)).isTrue();
    assertThat(wakes.timer()).as("that of 100 is under way").isEmpty();
    assertThat(wakes.wentOff(100, 100)).isTrue();
    assertThat(wakes.timer()).hasValue(200);
    assertThat(wakes.wentOff(200, 201)).isTrue();
    assertThat(wakes.timer()).isEmpty();
  }

  @Test
  @DisplayName("A11: a timer that goes off early is started again")
  void earlyTimerIsStartedAgain() {
    assertThat(wakes.wish(100)).hasValue(100);

    assertThat(wakes.wentOff(100, 99)).isFalse();

    assertThat(wakes.timer()).hasValue(100);
    assertThat(wakes.wentOff(100, 100)).isTrue();
  }

  @Test
  @DisplayName("A11: the same wish again starts nothing")
  void sameWishStartsOneTimer() {
    assertThat(wakes.wish(100)).hasValue(100);

    assertThat(wakes.wish(100)).isEmpty();

    assertThat(wakes.timers()).isOne();
  }

  @Test
  @DisplayName("A11: wishes beyond the clock's overflow come after those before it")
  void overflow() {
    long last = Long.MAX_VALUE;
    assertThat(wakes.wish(last + 10)).hasValue(last + 10);

    assertThat(wakes.wish(last - 10)).hasValue(last - 10);

    assertThat(wakes.wentOff(last - 10, last)).isTrue();
    assertThat(wakes.wentOff(last + 10, last + 10)).isTrue();
  }
}
