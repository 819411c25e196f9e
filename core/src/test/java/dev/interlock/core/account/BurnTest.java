package dev.interlock.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.NanoUsd;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BurnTest {
  private static final Instant T = Instant.parse("2026-11-01T00:00:00Z");

  private static NanoUsd usd(String amount) {
    return NanoUsd.parse(amount).orElseThrow();
  }

  private static Burn burn(Object... minutesAndUsd) {
    var burn = Burn.NONE;
    for (int i = 0; i < minutesAndUsd.length; i += 2) {
      burn =
          burn.with(
              T.plusSeconds(60L * (Integer) minutesAndUsd[i]), usd((String) minutesAndUsd[i + 1]));
    }
    return burn;
  }

  @Test
  @DisplayName("B8: the rate is what the last hour cost, and tells when nothing is left")
  void rateAndEnd() {
    var burn = burn(0, "10", 30, "9");
    assertThat(burn.perHour()).contains(usd("2"));
    assertThat(burn.runsOutAt()).contains(T.plusSeconds(30 * 60 + 9 * 1_800));
    assertThat(burn.with(T.plusSeconds(90 * 60), usd("9")).perHour()).contains(NanoUsd.ZERO);
  }

  @Test
  @DisplayName("B8: where no balance is known the same rule tells the rate of what was settled")
  void settled() {
    var some = Spending.NONE.with(T, usd("3"));
    assertThat(some.perHour()).isEmpty();
    assertThat(some.with(T.plusSeconds(59), usd("4")).perHour()).isEmpty();
    var more = some.with(T.plusSeconds(30 * 60), usd("4"));
    assertThat(more.perHour()).contains(usd("2"));
    assertThat(more.with(T.plusSeconds(90 * 60), usd("4")).perHour()).contains(NanoUsd.ZERO);
    assertThat(Spending.NONE.perHour()).isEmpty();
  }

  @Test
  void tooLittleWasSeen() {
    assertThat(Burn.NONE.balance()).isEmpty();
    assertThat(burn(0, "10").perHour()).isEmpty();
    assertThat(Burn.NONE.with(T, usd("2")).with(T.plusSeconds(59), usd("1")).perHour()).isEmpty();
    assertThat(Burn.NONE.with(T, usd("2")).with(T.plusSeconds(60), usd("1")).perHour())
        .contains(usd("60"));
  }

  @Test
  @DisplayName("B8: a balance that was topped up begins a new look")
  void toppedUp() {
    var burn = burn(0, "10", 30, "1", 31, "20");
    assertThat(burn.perHour()).isEmpty();
    assertThat(burn.balance()).contains(usd("20"));
    assertThat(burn(0, "10", 30, "10").runsOutAt()).isEmpty();
    assertThat(burn(0, "1", 30, "0").runsOutAt()).contains(T.plusSeconds(30 * 60));
  }

  @Test
  void hugeFiguresDoNotOverflow() {
    var huge = Burn.NONE.with(T, new NanoUsd(Long.MAX_VALUE));
    assertThat(huge.with(T.plusSeconds(60), new NanoUsd(Long.MAX_VALUE - 1)).runsOutAt())
        .isPresent();
    assertThat(huge.with(T.plusSeconds(60), NanoUsd.ZERO).perHour()).isPresent();
  }
}
