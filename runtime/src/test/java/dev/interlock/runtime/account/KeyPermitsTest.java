package dev.interlock.runtime.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.State;
import dev.interlock.core.budget.Use;
import dev.interlock.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyPermitsTest {
  private final ManualTime time = new ManualTime();
  private final KeyPermits permits =
      new KeyPermits(
          first -> new AccountLane(new AccountLane.Clock(time, time), first, _ -> {}),
          new KeyPermits.Clocks(time, time),
          OptionalInt.of(2));
  private final List<Lease> leases = new ArrayList<>();
  private int refused;

  private void ask() {
    ask(Duration.ZERO);
  }

  private Permits.Waiting ask(Duration patience) {
    return permits.ask(
        new Permits.Wish("t", "", Use.INTERACTIVE, patience, Duration.ofMinutes(1)),
        new Permits.Asker() {
          @Override
          public void granted(Lease lease) {
            leases.add(lease);
          }

          @Override
          public void refused(Effect.Refused refusal) {
            refused++;
          }
        });
  }

  @Test
  @DisplayName("A8: another key has a budget of its own, and permits return to the one they are of")
  void anotherKey() {
    ask();
    permits.ended(leases.getFirst(), new Outcome.Unpaid(new News.KeyRefused()));
    assertThat(permits.view().state()).isEqualTo(State.KEY_REFUSED);
    permits.anotherKey();
    assertThat(permits.view().state()).isEqualTo(State.UNKNOWN);
    assertThat(permits.view().permits().ceiling()).isEqualTo(2);

    ask();
    ask();
    ask();
    assertThat(leases).hasSize(3);
    permits.anotherKey();
    ask();
    assertThat(leases).hasSize(4).extracting(Lease::id).isSorted().doesNotHaveDuplicates();
    assertThat(permits.view().permits().inFlight()).isEqualTo(1);
    permits.ended(leases.get(1), new Outcome.Unpaid(new News.Exhausted()));
    assertThat(permits.view().permits().inFlight()).isEqualTo(1);
    assertThat(permits.view().state()).isEqualTo(State.UNKNOWN);
    permits.ended(leases.get(3), new Outcome.Answered(1));
    permits.ended(leases.get(3), new Outcome.Answered(1));
    assertThat(permits.view().permits().inFlight()).isZero();
  }

  @Test
  @DisplayName("A8: who waits when the key is replaced waits for a permit of the new one")
  void waitersMoveOn() {
    var patience = Duration.ofSeconds(10);
    ask();
    ask();
    ask(patience);
    ask(patience).leave();
    ask(patience);
    ask(patience);
    assertThat(permits.view().permits().waiting()).isEqualTo(3);

    permits.anotherKey();
    assertThat(leases).hasSize(4);
    assertThat(permits.view().permits().inFlight()).isEqualTo(2);
    assertThat(permits.view().permits().waiting()).isEqualTo(1);

    permits.ended(leases.get(0), new Outcome.Answered(1));
    permits.ended(leases.get(1), new Outcome.Answered(1));
    assertThat(leases).as("the old key gives nothing more").hasSize(4);
    permits.ended(leases.get(2), new Outcome.Answered(1));
    assertThat(leases).hasSize(5);
    assertThat(permits.view().permits().inFlight()).isEqualTo(2);
  }

  @Test
  @DisplayName("A8: nobody waits longer since the key was replaced meanwhile")
  void patienceMovesOnToo() {
    ask();
    ask();
    ask(Duration.ofSeconds(10));
    ask(Duration.ofSeconds(10));
    ask(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(6));

    permits.anotherKey();
    assertThat(permits.view().permits().waiting()).isEqualTo(1);

    time.advance(Duration.ofSeconds(4));
    assertThat(permits.view().permits().waiting()).isZero();
    assertThat(refused).isEqualTo(1);
    assertThat(leases).hasSize(4);
  }
}
