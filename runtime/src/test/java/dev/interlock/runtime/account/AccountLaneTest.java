package dev.interlock.runtime.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Pushback;
import dev.interlock.core.budget.Reason;
import dev.interlock.core.budget.State;
import dev.interlock.core.budget.Use;
import dev.interlock.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AccountLaneTest {
  private static final Duration NONE = Duration.ZERO;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Outcome ANSWERED = new Outcome.Answered(SECOND.toNanos());
  private static final Outcome FAILED = new Outcome.Failed();

  private final ManualTime time = new ManualTime();
  private final List<Effect.Alarm> alarms = new ArrayList<>();
  private final AccountLane lane =
      new AccountLane(new AccountLane.Clock(time, time), 7, alarms::add);

  private Permitted ask(Duration wait) {
    var asker = new Permitted();
    lane.ask(Permitted.wish(wait), asker);
    return asker;
  }

  private List<Permitted> asks(int times, Duration wait) {
    var askers = new ArrayList<Permitted>();
    for (int i = 0; i < times; i++) {
      askers.add(ask(wait));
    }
    return askers;
  }

  private void limit(int permits) {
    lane.limited(OptionalInt.of(permits));
  }

  @Test
  @DisplayName("A9: four calls of an unknown account start at once, the fifth waits")
  void unknownAccountHasFourPermits() {
    assertThat(asks(4, NONE)).allMatch(Permitted::has);

    var fifth = ask(SECOND);

    assertThat(fifth.told()).isFalse();
    assertThat(lane.view().permits().inFlight()).isEqualTo(4);
    assertThat(lane.view().permits().waiting()).isOne();
  }

  @Test
  @DisplayName("A8: leases count on from where they began")
  void leasesCountOn() {
    assertThat(asks(2, NONE).stream().map(a -> a.lease().id()).toList()).containsExactly(7L, 8L);
  }

  @Test
  @DisplayName("A8: a returned permit goes to who waits, at once")
  void returnedPermitGoesOn() {
    limit(1);
    var first = ask(NONE);
    var second = ask(SECOND);

    lane.ended(first.lease(), ANSWERED);

    assertThat(second.has()).isTrue();
  }

  @Test
  @DisplayName("C38: who waits too long is refused by the clock alone, once")
  void deadlineRefuses() {
    limit(1);
    ask(NONE);
    var second = ask(SECOND);

    time.advance(SECOND);

    assertThat(second.refusal().reason()).isEqualTo(Reason.PERMITS_OUT);
    time.advance(Duration.ofHours(1));
    assertThat(second.times()).isOne();
  }

  @Test
  @DisplayName("A11: after a 429 permits come back by the clock, whether anybody calls or not")
  void permitsComeBackByTheClock() {
    limit(4);
    var four = asks(4, NONE);
    four.forEach(a -> lane.ended(a.lease(), throttled()));
    var waiting = asks(4, Duration.ofMinutes(5));

    time.advance(Duration.ofSeconds(2));
    assertThat(waiting.stream().filter(Permitted::has)).hasSize(2);
    time.advance(Duration.ofSeconds(15));
    assertThat(waiting.stream().filter(Permitted::has)).hasSize(3);
    time.advance(Duration.ofSeconds(15));

    assertThat(waiting).allMatch(Permitted::has);
  }

  private static Outcome throttled() {
    return new Outcome.Throttled(new Pushback(OptionalLong.empty(), 0));
  }

  @Test
  @DisplayName("A11: a scheduler whose timers go off early loses no wake-up")
  void earlyTimersLoseNothing() {
    var early =
        new AccountLane(
            new AccountLane.Clock(
                time, (delay, task) -> time.after(delay.minus(delay.dividedBy(2)), task)),
            1,
            alarms::add);
    early.limited(OptionalInt.of(1));
    early.ask(Permitted.wish(NONE), new Permitted());
    var second = new Permitted();
    early.ask(Permitted.wish(SECOND), second);

    time.advance(SECOND);

    assertThat(second.told()).isTrue();
  }

  @Test
  @DisplayName("A8: a permit whose holder is dead comes back by the clock, with an alarm")
  void deadHolder() {
    limit(1);
    var dead = ask(NONE);
    var next = ask(Duration.ofMinutes(11));

    time.advance(Duration.ofMinutes(10));

    assertThat(next.has()).isTrue();
    assertThat(alarms).extracting(Effect.Alarm::kind).contains(Effect.Alarm.Kind.LEASE_EXPIRED);
    lane.ended(dead.lease(), throttled());
    assertThat(lane.view().cooldownUntilNanos()).as("what the dead say is nothing").isEmpty();
  }

  @Test
  @DisplayName("A8: a long stream that renews its lease keeps it")
  void renewedLeaseLives() {
    limit(1);
    var stream = ask(NONE);
    for (int i = 0; i < 5; i++) {
      time.advance(Duration.ofMinutes(9));
      lane.renewed(stream.lease(), Duration.ofMinutes(10));
    }

    assertThat(lane.view().permits().inFlight()).isOne();
    assertThat(alarms).isEmpty();
  }

  @Test
  @DisplayName("C48: who leaves while waiting is never told, and takes no permit")
  void leaverIsNotTold() {
    limit(1);
    var first = ask(NONE);
    var left = new Permitted();
    var waiting = lane.ask(Permitted.wish(SECOND), left);

    waiting.leave();
    lane.ended(first.lease(), FAILED);

    assertThat(left.told()).isFalse();
    assertThat(lane.view().permits().inFlight()).isZero();
  }

  @Test
  @DisplayName("C60: who leaves after the grant gives the permit back")
  void leaverGivesBack() {
    limit(1);
    var left = new Permitted();
    var waiting = lane.ask(Permitted.wish(SECOND), left);
    assertThat(left.has()).isTrue();

    waiting.leave();

    assertThat(ask(NONE).has()).isTrue();
  }

  @Test
  @DisplayName("C60: who has ended its lease may leave as well, and nobody loses by it")
  void leaveAfterTheEnd() {
    limit(1);
    var first = new Permitted();
    var waiting = lane.ask(Permitted.wish(NONE), first);
    lane.ended(first.lease(), ANSWERED);
    var second = ask(NONE);

    waiting.leave();
    waiting.leave();

    assertThat(second.has()).isTrue();
    assertThat(lane.view().permits().inFlight()).isOne();
  }

  @Test
  @DisplayName("C48: an asker that breaks costs no permit and stops nobody")
  void brokenAsker() {
    limit(1);
    lane.ask(
        Permitted.wish(NONE),
        new Permits.Asker() {
          @Override
          public void granted(Lease lease) {
            throw new IllegalStateException("broken");
          }

          @Override
          public void refused(Effect.Refused refusal) {}
        });

    assertThat(ask(NONE).has()).isTrue();
  }

  @Test
  @DisplayName("A8: an asker may ask and return from within its answer")
  void askFromWithinTheAnswer() {
    limit(1);
    var second = new Permitted();
    lane.ask(
        Permitted.wish(NONE),
        new Permits.Asker() {
          @Override
          public void granted(Lease lease) {
            lane.ask(Permitted.wish(SECOND), second);
            lane.ended(lease, ANSWERED);
          }

          @Override
          public void refused(Effect.Refused refusal) {}
        });

    assertThat(second.has()).isTrue();
  }

  @Test
  @DisplayName("B8: an account without money refuses who waits, alarms once, and opens by news")
  void exhausted() {
    limit(1);
    var first = ask(NONE);
    var second = ask(SECOND);
    time.advance(Duration.ofMillis(10));

    lane.ended(first.lease(), new Outcome.Unpaid(new News.Exhausted()));

    assertThat(second.refusal().reason()).isEqualTo(Reason.EXHAUSTED);
    assertThat(ask(SECOND).refusal().reason()).isEqualTo(Reason.EXHAUSTED);
    assertThat(alarms).extracting(Effect.Alarm::kind).containsExactly(Effect.Alarm.Kind.EXHAUSTED);
    time.advance(SECOND);
    lane.discovered(
        OptionalInt.empty(),
        Optional.of(new News.Funded(OptionalLong.of(5_000_000_000L))),
        time.nanos());
    assertThat(ask(NONE).has()).isTrue();
    assertThat(lane.view().state()).isEqualTo(State.FUNDED);
  }

  @Test
  @DisplayName("A8: a disabled account starts nothing until it is enabled")
  void disabled() {
    lane.ordered(Order.DISABLE);
    assertThat(ask(SECOND).refusal().reason()).isEqualTo(Reason.DISABLED);

    lane.ordered(Order.ENABLE);

    assertThat(ask(NONE).has()).isTrue();
  }

  @Test
  @DisplayName("A13: a paused project is refused with the time it may go on, others start")
  void pausedProject() {
    lane.projectPaused("p", Duration.ofHours(2));
    assertThat(ask(SECOND).refusal().retryAfterSeconds()).hasValue(7_200);
    var other = new Permitted();
    lane.ask(new Permits.Wish("test", "q", Use.BULK, NONE, SECOND), other);
    assertThat(other.has()).isTrue();

    lane.projectPaused("p", NONE);

    assertThat(ask(NONE).has()).isTrue();
  }

  @Test
  @DisplayName("A12: a failed discovery is told beside the ceiling")
  void failedDiscovery() {
    lane.notDiscovered("the balance can't be read");

    assertThat(lane.view().permits().why()).contains("the balance can't be read");
  }

  @Test
  @DisplayName("A8: a wish without a term, or that waits less than nothing, is a mistake")
  void senselessWish() {
    assertThatThrownBy(() -> new Permits.Wish("test", "p", Use.BULK, NONE, NONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Permits.Wish("test", "p", Use.BULK, Duration.ofMillis(-1), SECOND))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("A8: asked from many threads at once, never more than the limit are out")
  void manyThreads() throws InterruptedException {
    limit(8);
    int callers = 400;
    var out = new AtomicInteger();
    var peak = new AtomicInteger();
    var told = new AtomicInteger();
    var all = new CountDownLatch(callers);
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < callers; i++) {
        threads.execute(
            () ->
                lane.ask(
                    Permitted.wish(SECOND),
                    new Permits.Asker() {
                      @Override
                      public void granted(Lease lease) {
                        told.incrementAndGet();
                        peak.accumulateAndGet(out.incrementAndGet(), Math::max);
                        threads.execute(
                            () -> {
                              out.decrementAndGet();
                              lane.ended(lease, ANSWERED);
                              all.countDown();
                            });
                      }

                      @Override
                      public void refused(Effect.Refused refusal) {
                        told.addAndGet(1_000_000);
                      }
                    }));
      }
      all.await();
    }

    assertThat(told).hasValue(callers);
    assertThat(peak.get()).isBetween(1, 8);
    assertThat(lane.view().permits().inFlight()).isZero();
  }
}
