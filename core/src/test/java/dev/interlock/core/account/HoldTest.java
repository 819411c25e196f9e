package dev.interlock.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HoldTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.400Z");
  private static final Hold.Told TOLD = new Hold.Told(429, "upstream_rate_limited");

  private static Optional<Cost> cost(long nanos, Cost.Basis basis) {
    return Optional.of(new Cost(new NanoUsd(nanos), basis));
  }

  @Test
  @DisplayName("C41: how long is told as a time, in whole seconds")
  void untilIsATime() {
    var hold = Hold.of(Hold.Kind.PAUSE, TOLD, Optional.of(Duration.ofSeconds(10)), NOW);
    assertThat(hold.until()).hasValue(Instant.parse("2026-01-01T00:00:10Z"));
    assertThat(hold.at(NOW.plusSeconds(5))).as("it stays").isEqualTo(hold);

    var bare = new Hold(Hold.Kind.PAUSE, 429, "c", hold.left(), Optional.empty());
    assertThat(bare.at(NOW).until()).isEqualTo(hold.until());
    assertThat(Hold.of(Hold.Kind.CREDIT, TOLD, Optional.empty(), NOW).until()).isEmpty();
  }

  @Test
  @DisplayName("B5: what several calls cost is known as well as the one that is known worst")
  void duesAdd() {
    var told = new Dues(cost(3, Cost.Basis.PROVIDER), Optional.empty());
    var guessed = new Dues(cost(4, Cost.Basis.ESTIMATE), Optional.empty());
    assertThat(told.and(guessed).cost()).isEqualTo(cost(7, Cost.Basis.ESTIMATE));
    assertThat(guessed.and(told).cost()).isEqualTo(cost(7, Cost.Basis.ESTIMATE));
    assertThat(Dues.NONE.and(told)).isEqualTo(told);
    assertThat(told.and(Dues.NONE)).isEqualTo(told);
  }
}
