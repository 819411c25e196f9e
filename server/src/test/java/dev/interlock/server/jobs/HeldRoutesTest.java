package dev.interlock.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.account.Hold;
import dev.interlock.core.fanout.View;
import dev.interlock.core.fanout.View.State;
import dev.interlock.core.job.JobState;
import dev.interlock.runtime.account.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HeldRoutesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Hold NO_CREDIT = hold(Hold.Kind.CREDIT, Optional.empty());
  private final HeldRoutes held = new HeldRoutes();

  private static Hold hold(Hold.Kind kind, Optional<Duration> left) {
    return Hold.of(kind, new Hold.Told(402, "c"), left, NOW);
  }

  private static View view(State... states) {
    var places =
        Arrays.stream(states)
            .map(s -> new View.Place(s.name(), s, OptionalLong.empty(), 1, 0, 0, 0))
            .toList();
    return new View(3, places);
  }

  private Optional<Standstill> standstill(State... states) {
    return held.standstill(view(states), place -> place.name() + " is aside");
  }

  private void hold(State state, Hold why) {
    held.held(state.name(), new Held(why, "has no money"));
  }

  @Test
  @DisplayName("B8: a job without credit pauses only where nobody else works")
  void noCredit() {
    hold(State.PULLING, NO_CREDIT);
    assertThat(standstill(State.PULLING))
        .hasValue(
            new Standstill(
                JobState.PAUSED_NO_CREDIT, "route PULLING has no money", Optional.empty()));
    assertThat(standstill(State.PULLING, State.PROVING)).isEmpty();
    assertThat(standstill(State.PULLING, State.ASIDE).orElseThrow().state())
        .isEqualTo(JobState.PAUSED_NO_CREDIT);
    held.freed(State.PULLING.name());
    assertThat(standstill(State.PULLING)).isEmpty();
  }

  @Test
  @DisplayName("C41: a known time is told, the first of several")
  void until() {
    hold(State.PULLING, hold(Hold.Kind.BUDGET, Optional.of(Duration.ofHours(3))));
    hold(State.POSTPONED, hold(Hold.Kind.PAUSE, Optional.of(Duration.ofHours(1))));
    var why = standstill(State.PULLING, State.POSTPONED).orElseThrow();
    assertThat(why.state()).isEqualTo(JobState.PAUSED_UNTIL);
    assertThat(why.resumesAt()).hasValue(NOW.plusSeconds(3_600));
  }

  @Test
  @DisplayName("A11: a pause of a moment is no news, and failed routes alone are no provider")
  void brief() {
    hold(State.POSTPONED, hold(Hold.Kind.PAUSE, Optional.of(Duration.ofSeconds(10))));
    assertThat(standstill(State.POSTPONED)).isEmpty();
    assertThat(standstill(State.GONE)).isEmpty();
    assertThat(standstill(State.ASIDE).orElseThrow().state())
        .isEqualTo(JobState.PAUSED_NO_PROVIDER);
  }

  @Test
  @DisplayName("B8: an account is looked at again soon, an engine when it said")
  void glance() {
    var hours = hold(Hold.Kind.PAUSE, Optional.of(Duration.ofHours(3)));
    assertThat(HeldRoutes.glance(hours, true)).hasValue(Duration.ofMinutes(1));
    assertThat(HeldRoutes.glance(hours, false)).hasValue(Duration.ofHours(3));
    assertThat(HeldRoutes.glance(hold(Hold.Kind.BUDGET, hours.left()), true))
        .hasValue(Duration.ofMinutes(15));
    assertThat(HeldRoutes.glance(NO_CREDIT, true)).isEmpty();
  }
}
