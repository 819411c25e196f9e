package dev.interlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ManualTimeTest {
  private final ManualTime time = new ManualTime();
  private final List<String> ran = new ArrayList<>();

  @Test
  void bothClocksMoveTogetherAndOnlyWhenTold() {
    long before = time.nanos();
    assertThat(time.nanos()).isEqualTo(before);
    time.advance(Duration.ofHours(1));
    assertThat(time.nanos() - before).isEqualTo(Duration.ofHours(1).toNanos());
    assertThat(time.now()).isEqualTo(ManualTime.START.plus(Duration.ofHours(1)));
  }

  @Test
  void ticksOverflowWithinTheFirstMinutes() {
    long before = time.nanos();
    time.advance(Duration.ofMinutes(2));
    assertThat(time.nanos()).isLessThan(before);
  }

  @Test
  void tellsWhenTheNextActionFallsDue() {
    assertThat(time.nextDue()).isEmpty();
    time.after(Duration.ofSeconds(3), () -> note("b"));
    time.after(Duration.ofSeconds(2), () -> note("a"));
    assertThat(time.nextDue()).contains(Duration.ofSeconds(2));
    time.advance(Duration.ofSeconds(2));
    assertThat(time.nextDue()).contains(Duration.ofSeconds(3));
  }

  @Test
  void actionsRunInOrderOfTimeAndThenOfScheduling() {
    time.after(Duration.ofSeconds(2), () -> note("c"));
    time.after(Duration.ofSeconds(1), () -> note("a"));
    time.at(Duration.ofSeconds(1), () -> note("b"));
    time.after(Duration.ofSeconds(4), () -> note("late"));
    time.advance(Duration.ofSeconds(3));
    assertThat(ran).containsExactly("a at PT1S", "b at PT1S", "c at PT2S");
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void whatAnActionSchedulesWithinTheStepRunsInTheStep() {
    time.after(Duration.ofSeconds(1), this::every);
    time.advance(Duration.ofMillis(3500));
    assertThat(ran).containsExactly("tick at PT1S", "tick at PT2S", "tick at PT3S");
  }

  @Test
  void actionInThePastRunsAtTheNextStep() {
    time.advance(Duration.ofSeconds(5));
    time.at(Duration.ofSeconds(1), () -> note("old"));
    time.advance(Duration.ZERO);
    assertThat(ran).containsExactly("old at PT5S");
  }

  @Test
  void timeNeverRunsBackwards() {
    assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void every() {
    note("tick");
    time.after(Duration.ofSeconds(1), this::every);
  }

  private void note(String name) {
    ran.add(name + " at " + time.elapsed());
  }
}
