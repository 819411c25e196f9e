package dev.interlock.runtime.account;

import static dev.interlock.runtime.account.Tills.ACCOUNT;
import static dev.interlock.runtime.account.Tills.usd;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.Scope;
import dev.interlock.runtime.store.MoneyStore;
import dev.interlock.testkit.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TillTest {
  private final ManualTime time = new ManualTime();
  @TempDir private Path folder;

  private Tills tills(Map<Scope, DailyCap> caps) {
    return new Tills(folder.resolve("interlock.db"), time, caps);
  }

  private Tills tills(String cap) {
    return tills(Tills.cap(cap));
  }

  private static Optional<Cost> cost(String dollars) {
    return Optional.of(new Cost(usd(dollars), Cost.Basis.PROVIDER));
  }

  private static List<String> ids(List<MoneyStore.Unsettled> unsettled) {
    return unsettled.stream().map(u -> u.reserved().id()).toList();
  }

  @Test
  @DisplayName("B5: a reservation is told only once it is on disk")
  void durableBeforeTold() {
    try (var tills = tills("1.00")) {
      var purchase = tills.reserve("r1.1", "0.30");
      assertThat(purchase.told()).isEmpty();

      tills.write();

      assertThat(purchase.told()).containsExactly("reserved");
      assertThat(ids(tills.store.unsettled())).containsExactly("r1.1");
    }
  }

  @Test
  @DisplayName("B5: what has collected until the disk is free shares one commit")
  void groupCommit() {
    try (var tills = tills("100.00")) {
      long before = tills.database.commits();
      var all = new ArrayList<Tills.Purchase>();
      for (int i = 0; i < 200; i++) {
        all.add(tills.reserve("r%d.1".formatted(i), "0.01"));
      }

      tills.write();

      assertThat(all).allMatch(p -> p.told().equals(List.of("reserved")));
      assertThat(tills.database.commits() - before).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("C47: calls at the same instant never reserve more than the day allows")
  void parallelCallsShareTheDay() {
    try (var tills = tills("1.00")) {
      var first = wave(tills, 'a');
      assertThat(first.stream().filter(p -> p.told().contains("reserved"))).hasSize(3);
      var refused = first.getLast().refusal();
      assertThat(refused.scope()).isEqualTo(ACCOUNT);
      assertThat(refused.left()).isEqualTo(usd("0.10"));
      assertThat(refused.resumesAt()).hasValue(Instant.parse("2026-01-02T00:00:00Z"));
      for (int i = 0; i < 3; i++) {
        tills.till.settle("a%d.1".formatted(i), cost("0.10"));
      }
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.30"));

      var second = wave(tills, 'b');

      assertThat(second.stream().filter(p -> p.told().contains("reserved"))).hasSize(2);
    }
  }

  private static List<Tills.Purchase> wave(Tills tills, char name) {
    var wave = new ArrayList<Tills.Purchase>();
    for (int i = 0; i < 8; i++) {
      wave.add(tills.reserve("%s%d.1".formatted(name, i), "0.30"));
    }
    tills.write();
    return wave;
  }

  @Test
  @DisplayName("B5: a call is settled once, in memory and on disk")
  void settledOnce() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();

      tills.till.settle("r1.1", cost("0.10"));
      tills.till.settle("r1.1", cost("0.20"));
      tills.till.release("r1.1");
      tills.rest();

      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.10"));
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0"));
      assertThat(sums(tills)).containsExactly("account openrouter 0.10 of 1 calls, 0 unpriced");
    }
  }

  private List<String> sums(Tills tills) {
    return tills.store.spentSince(ManualTime.START).stream()
        .map(
            s ->
                "%s %s of %d calls, %d unpriced"
                    .formatted(s.scope(), s.amount().words(), s.calls(), s.unpriced()))
        .toList();
  }

  @Test
  @DisplayName("C54: a call without price is counted as one, and not as a call for nothing")
  void unpricedCall() {
    try (var tills = tills(Map.of())) {
      tills.reserve("r1.1", "0");
      tills.write();

      tills.till.settle("r1.1", Optional.empty());
      tills.rest();

      assertThat(sums(tills)).containsExactly("account openrouter 0.00 of 1 calls, 1 unpriced");
    }
  }

  @Test
  @DisplayName("B5: a project's day bounds it as the account's does")
  void projectCap() {
    try (var tills =
        tills(Map.of(Scope.project("app"), new DailyCap(usd("0.50"), ZoneId.of("UTC"))))) {
      tills.reserve("r1.1", "0.30", Optional.of("app"));
      var second = tills.reserve("r2.1", "0.30", Optional.of("app"));
      var other = tills.reserve("r3.1", "0.30", Optional.of("other"));
      tills.write();

      assertThat(second.refusal().scope()).isEqualTo(Scope.project("app"));
      assertThat(other.told()).containsExactly("reserved");
    }
  }

  @Test
  @DisplayName("B5: what was never sent is as if it had never been")
  void released() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();

      tills.till.release("r1.1");
      tills.rest();

      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0"));
      assertThat(tills.store.unsettled()).isEmpty();
      assertThat(sums(tills)).isEmpty();
    }
  }

  @Test
  @DisplayName("B5: after a kill the day's sums and the open reservations are taken over")
  void takenOver() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.reserve("r2.1", "0.40");
      tills.write();
      tills.till.settle("r1.1", cost("0.10"));
      tills.rest();
      tills.kill();
    }
    try (var tills = tills("1.00")) {
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.10"));
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.40"));
      assertThat(tills.till.lost()).extracting(l -> l.charge().id()).containsExactly("r2.1");
      assertThat(tills.reserve("r3.1", "0.51").refusal().left()).isEqualTo(usd("0.50"));

      tills.till.settle("r2.1", cost("0.05"));
      tills.rest();

      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.15"));
      assertThat(tills.store.unsettled()).isEmpty();
    }
  }

  @Test
  @DisplayName("B5: days of every time zone are taken over exactly")
  void zones() {
    var kathmandu = Map.of(ACCOUNT, new DailyCap(usd("1"), ZoneId.of("Asia/Kathmandu")));
    // The day begins at 18:15 UTC.
    time.advance(Duration.ofMinutes(18 * 60 + 14));
    try (var tills = tills(kathmandu)) {
      tills.reserve("r1.1", "0.30");
      tills.till.settle("r1.1", cost("0.30"));
      time.advance(Duration.ofMinutes(1));
      tills.reserve("r2.1", "0.40");
      tills.till.settle("r2.1", cost("0.40"));
      tills.write();
      tills.rest();
    }
    try (var tills = tills(kathmandu)) {
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.40"));
    }
  }

  @Test
  @DisplayName("B5: where the disk refuses nobody spends, and nothing that was spent is forgotten")
  void diskRefuses() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();
      tills.diskRefuses = true;
      tills.till.settle("r1.1", cost("0.10"));
      var second = tills.reserve("r2.1", "0.30");

      assertThat(second.told()).singleElement().asString().startsWith("failed: the disk refuses");
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0"));
      time.advance(Postings.RETRY);
      tills.diskRefuses = false;
      time.advance(Postings.RETRY);
      tills.write();

      assertThat(sums(tills)).containsExactly("account openrouter 0.10 of 1 calls, 0 unpriced");
      assertThat(tills.till.left(new Charge("r", "openrouter", Optional.empty(), "m", usd("0"))))
          .hasValue(usd("0.90"));
    }
  }

  @Test
  @DisplayName("B5: an id is paid for once")
  void idIsPaidOnce() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");

      assertThat(tills.reserve("r1.1", "0.30").told())
          .containsExactly("failed: the call r1.1 was paid for before");
    }
  }

  @Test
  @DisplayName("C53: what cost more than was set aside is spent all the same")
  void dearerThanReserved() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();

      tills.till.settle("r1.1", cost("1.20"));

      assertThat(tills.reserve("r2.1", "0.01").refusal().left()).isEqualTo(usd("0"));
    }
  }

  @Test
  @DisplayName("B5: closing writes what is left, and lets nobody spend any more")
  void closing() throws InterruptedException {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();
      tills.till.settle("r1.1", cost("0.10"));
      var closer = Thread.ofVirtual().start(tills.till::close);
      while (closer.isAlive()) {
        tills.write();
        Thread.onSpinWait();
      }
      closer.join();

      assertThat(tills.store.unsettled()).isEmpty();
      assertThat(tills.reserve("r2.1", "0.30").told()).containsExactly("failed: the server ends");
    }
  }

  @Test
  @DisplayName("B5: a lost call is settled by the provider's own record of it")
  void reconciledByRecord() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();
      tills.till.lost("r1.1", Optional.of("gen-1"));
      var answers = new ArrayList<Optional<Cost>>(List.of(Optional.empty(), cost("0.07")));
      var asked = new ArrayList<String>();
      new Reconciler(
              tills.till,
              (lost, told) -> {
                asked.add(lost.generation().orElse(""));
                told.accept(answers.removeFirst());
              },
              time,
              time)
          .start();
      assertThat(tills.reserved(ACCOUNT)).as("no record yet").isEqualTo(usd("0.30"));

      time.advance(Reconciler.LOOK);
      tills.rest();

      assertThat(asked).containsExactly("gen-1", "gen-1");
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.07"));
      assertThat(tills.till.lost()).isEmpty();
    }
  }

  @Test
  @DisplayName("B5: a lost call without a record counts at its worst after an hour, not before")
  void writtenOff() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();
      tills.till.lost("r1.1", Optional.empty());
      var reconciler =
          new Reconciler(tills.till, (_, told) -> told.accept(Optional.empty()), time, time);
      reconciler.start();

      time.advance(Reconciler.WRITTEN_OFF.minusSeconds(1));
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
      time.advance(Duration.ofSeconds(1));
      tills.rest();

      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.30"));
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0"));
      assertThat(tills.store.unsettled()).isEmpty();
      reconciler.close();
    }
  }

  @Test
  @DisplayName("B5: the id by which a provider can be asked outlives the process")
  void generationIsKept() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.write();
      tills.till.lost("r1.1", Optional.of("gen-1"));
      tills.rest();
      tills.kill();
    }
    try (var tills = tills("1.00")) {
      assertThat(tills.till.lost())
          .singleElement()
          .extracting(Till.Lost::generation)
          .isEqualTo(Optional.of("gen-1"));
    }
  }

  @Test
  @DisplayName("B5: an id that comes while a call is under way outlives the process too")
  void generationOfACallUnderWay() {
    try (var tills = tills("1.00")) {
      tills.reserve("r1.1", "0.30");
      tills.reserve("r2.1", "0.30");
      tills.write();
      tills.till.named("r1.1", "gen-1");
      tills.till.named("r2.1", "gen-2");
      tills.till.settle("r2.1", cost("0.10"));
      long before = tills.database.commits();
      tills.rest();
      assertThat(tills.database.commits() - before).isEqualTo(1);
      tills.kill();
    }
    try (var tills = tills("1.00")) {
      assertThat(tills.till.lost())
          .singleElement()
          .extracting(Till.Lost::generation)
          .isEqualTo(Optional.of("gen-1"));
    }
  }

  @Test
  @DisplayName("B5: records are asked for few at a time, ever more rarely, and each until it comes")
  void recordsAreAskedForFewAtATime() {
    try (var tills = tills("10.00")) {
      for (int i = 0; i < 10; i++) {
        tills.reserve("r%d.1".formatted(i), "0.30");
        tills.till.lost("r%d.1".formatted(i), Optional.of("gen-" + i));
      }
      tills.write();
      var asked = new ArrayList<String>();
      var waiting = new ArrayDeque<Consumer<Optional<Cost>>>();
      var reconciler =
          new Reconciler(
              tills.till,
              (lost, told) -> {
                asked.add(lost.generation().orElse(""));
                waiting.add(told);
              },
              time,
              time);
      reconciler.start();
      int most = 0;
      while (!waiting.isEmpty()) {
        most = Math.max(most, waiting.size());
        waiting.remove().accept(Optional.empty());
      }
      assertThat(most).isEqualTo(4);
      assertThat(asked).hasSize(10).doesNotHaveDuplicates();

      time.advance(Reconciler.AGAIN);
      while (!waiting.isEmpty()) {
        waiting.remove().accept(cost("0.07"));
      }
      tills.rest();

      assertThat(asked).hasSize(20);
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.70"));
      assertThat(tills.store.unsettled()).isEmpty();
      reconciler.close();
    }
  }
}
