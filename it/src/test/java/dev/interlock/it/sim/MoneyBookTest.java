package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Reservation;
import dev.interlock.core.money.Residue;
import dev.interlock.core.money.Scope;
import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The book in memory and the real one, on the same histories.
final class MoneyBookTest {
  private static final int HISTORIES = 20;
  private static final int BATCHES = 25;

  @Test
  @DisplayName("B5: the book that most simulations write into keeps what the real one keeps")
  void bothBooksKeepTheSame() {
    for (long seed = 1; seed <= HISTORIES; seed++) {
      var real = Disk.real().money();
      var memory = new MemoryBook();
      var chance = new Seeds(seed).stream("money");
      var calls = new ArrayList<MoneyEntry.Reserved>();
      for (int i = 0; i < BATCHES; i++) {
        var batch = batch(chance, calls);
        real.write(batch);
        memory.write(batch);
        var since = ManualTime.START.plus(Duration.ofMinutes(chance.nextInt(120)));
        assertThat(memory.unsettled()).as("seed %d", seed).isEqualTo(real.unsettled());
        assertThat(memory.spentSince(since)).as("seed %d", seed).isEqualTo(real.spentSince(since));
        assertThat(memory.bases()).as("seed %d", seed).isEqualTo(real.bases());
      }
      refusesTwice(real, calls.size());
      refusesTwice(memory, calls.size());
    }
  }

  private static void refusesTwice(MoneyBook book, int calls) {
    var before = book.unsettled();
    var fresh = reserved("fresh", ManualTime.START, 1);
    var open = before.getFirst().reserved();
    assertThatThrownBy(() -> book.write(List.of(fresh, open))).isInstanceOf(RuntimeException.class);
    assertThat(book.unsettled()).as("all or none of %d calls", calls).isEqualTo(before);
  }

  private static List<MoneyEntry> batch(RandomGenerator chance, List<MoneyEntry.Reserved> calls) {
    var entries = new ArrayList<MoneyEntry>();
    var at = ManualTime.START.plus(Duration.ofSeconds(chance.nextInt(7_200)));
    for (int i = chance.nextInt(6); i >= 0; i--) {
      if (calls.isEmpty() || chance.nextInt(3) == 0) {
        calls.add(reserved("call" + calls.size(), at, chance.nextInt(3)));
        entries.add(calls.getLast());
      } else {
        entries.add(ending(calls.get(chance.nextInt(calls.size())), at, chance));
      }
      if (chance.nextInt(5) == 0) {
        entries.add(based(chance));
      }
    }
    calls.add(reserved("open" + calls.size(), at, 0));
    entries.add(calls.getLast());
    return entries;
  }

  private static MoneyEntry based(RandomGenerator chance) {
    var base = new Residue.Base("k", new NanoUsd(chance.nextInt(900)), NanoUsd.ZERO);
    return new MoneyEntry.Based(
        "acc" + chance.nextInt(2), chance.nextInt(4) == 0 ? Optional.empty() : Optional.of(base));
  }

  private static MoneyEntry.Reserved reserved(String id, Instant at, int project) {
    return new MoneyEntry.Reserved(
        id,
        "acc" + project % 2,
        project == 0 ? Optional.empty() : Optional.of("p" + project),
        "m",
        new NanoUsd(1_000 + project),
        at);
  }

  private static Reservation of(MoneyEntry.Reserved call) {
    var scopes = new HashSet<Scope>();
    scopes.add(Scope.account(call.account()));
    call.project().map(Scope::project).ifPresent(scopes::add);
    return new Reservation(call.id(), scopes, call.worst(), call.at());
  }

  private static MoneyEntry ending(MoneyEntry.Reserved call, Instant at, RandomGenerator chance) {
    var id = call.id();
    return switch (chance.nextInt(4)) {
      case 0 -> new MoneyEntry.Named(id, "gen " + id);
      case 1 -> new MoneyEntry.Released(id);
      case 2 -> new MoneyEntry.Settled(of(call), Optional.empty(), at, Optional.empty());
      default ->
          new MoneyEntry.Settled(
              of(call),
              Optional.of(new Cost(new NanoUsd(chance.nextInt(900)), Cost.Basis.PROVIDER)),
              at,
              Optional.of("gen " + id));
    };
  }
}
