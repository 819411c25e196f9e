package dev.interlock.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.route.EngineHealth;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// When a route rests, and when it is asked again. Ticks run over the end of their range.
class HealthTest {
  private static final long NOW = Long.MAX_VALUE - 5;

  private static long after(long seconds) {
    return NOW + Duration.ofSeconds(seconds).toNanos();
  }

  private static Health failing(Fault fault, int times) {
    var health = Health.GOOD;
    for (int i = 0; i < times; i++) {
      health = health.failed(fault, NOW);
    }
    return health;
  }

  @Test
  @DisplayName("three failures in a row make a route rest, and more make it rest longer")
  void restsLongerEachTime() {
    assertThat(failing(Fault.ERROR, 2).resting(NOW)).isFalse();
    assertThat(failing(Fault.ERROR, 3).resting(after(4))).isTrue();
    assertThat(failing(Fault.ERROR, 3).resting(after(5))).isFalse();
    assertThat(failing(Fault.ERROR, 4).resting(after(9))).isTrue();
    assertThat(failing(Fault.ERROR, 40).resting(after(59))).isTrue();
    assertThat(failing(Fault.ERROR, 40).resting(after(60))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineHealth.class,
      names = {"LOADING", "DOWN"})
  @DisplayName("B7: a route rests on while its engine is down, whatever its last failure was")
  void restsOnWhileDown(EngineHealth how) {
    for (var fault : new Fault[] {Fault.UNREACHABLE, Fault.ERROR}) {
      var seen = failing(fault, 3).seen(how, after(4));

      assertThat(seen.resting(after(23))).isTrue();
      assertThat(seen.resting(after(24))).isFalse();
      assertThat(seen.failures()).isEqualTo(3);
    }
  }

  @Test
  @DisplayName("B7: a look at an engine that is down never shortens a rest")
  void neverShortens() {
    assertThat(failing(Fault.UNREACHABLE, 40).seen(EngineHealth.DOWN, after(1)).resting(after(59)))
        .isTrue();
  }

  @Test
  @DisplayName("B7: an engine that was gone and is up again is asked at once")
  void endsWithAbsence() {
    var up = failing(Fault.UNREACHABLE, 3).seen(EngineHealth.UP, after(2));

    assertThat(up.resting(after(2))).isFalse();
    assertThat(up.failed(Fault.UNREACHABLE, after(2)).resting(after(2 + 9))).isTrue();
  }

  @Test
  @DisplayName("B7: that an engine is up says nothing of errors that its model makes")
  void upProvesNoModel() {
    assertThat(failing(Fault.ERROR, 3).seen(EngineHealth.UP, after(2)).resting(after(4))).isTrue();
    assertThat(failing(Fault.TIMEOUT, 3).seen(EngineHealth.UP, after(2)).resting(after(4)))
        .isTrue();
  }

  @Test
  @DisplayName("an engine that asked for a pause gets it, however it is")
  void pauseIsKept() {
    var cooling = Health.GOOD.cooling(Duration.ofSeconds(30), NOW);

    assertThat(cooling.seen(EngineHealth.UP, after(2))).isEqualTo(cooling);
    assertThat(cooling.seen(EngineHealth.DOWN, after(2))).isEqualTo(cooling);
  }
}
