package dev.interlock.runtime.account;

import static dev.interlock.runtime.account.Tills.ACCOUNT;
import static dev.interlock.runtime.account.Tills.usd;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.testkit.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls that their provider never named, settled by what their key was billed (decision 022).
class KeyBillTest {
  @TempDir private Path folder = Path.of("");

  private final ManualTime time = new ManualTime();

  private Tills tills() {
    return new Tills(folder.resolve("db"), time, Tills.cap("10.00"));
  }

  private void look(Tills tills, String label, String usage) {
    tills.till.looked("openrouter", new Residue.Look(label, usd(usage), time.nanos()));
    tills.rest();
  }

  private static void paid(Tills tills, String id, String cost) {
    tills.reserve(id, "0.50");
    tills.write();
    tills.till.settle(id, Optional.of(new Cost(usd(cost), Cost.Basis.PROVIDER)));
    tills.rest();
  }

  private static void lost(Tills tills, String id, String worst) {
    tills.reserve(id, worst);
    tills.write();
    tills.till.lost(id, Optional.empty());
    tills.rest();
  }

  private static List<String> bases(Tills tills) {
    return tills.database.read(
        connection -> {
          var told = new ArrayList<String>();
          try (var rows =
              connection.createStatement().executeQuery("SELECT * FROM key_baselines")) {
            while (rows.next()) {
              told.add("%s %d %d".formatted(rows.getString(2), rows.getLong(3), rows.getLong(4)));
            }
          }
          return told;
        });
  }

  private static List<String> costs(Tills tills) {
    return tills.database.read(
        connection -> {
          var told = new ArrayList<String>();
          try (var rows =
              connection
                  .createStatement()
                  .executeQuery("SELECT id, cost, basis FROM reservations ORDER BY id")) {
            while (rows.next()) {
              told.add("%s %d %s".formatted(rows.getString(1), rows.getLong(2), rows.getString(3)));
            }
          }
          return told;
        });
  }

  @Test
  @DisplayName(
      "B5: over kills, what the key was billed besides the settled calls is the lost ones'")
  void overKills() {
    try (var tills = tills()) {
      look(tills, "k", "7.00");
      paid(tills, "r1.1", "0.20");
      lost(tills, "r2.1", "0.30");
      tills.kill();
    }
    try (var tills = tills()) {
      assertThat(bases(tills)).containsExactly("k 7000000000 200000000");
      paid(tills, "r3.1", "0.10");
      tills.reserve("r4.1", "0.50");
      tills.write();
      tills.kill();
    }
    try (var tills = tills()) {
      time.advance(Residue.WORKS_ON.minusSeconds(1));
      look(tills, "k", "7.34");
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.30"));

      time.advance(Duration.ofSeconds(1));
      look(tills, "k", "7.34");

      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.34"));
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(NanoUsd.ZERO);
      assertThat(costs(tills))
          .containsExactly(
              "r1.1 200000000 provider",
              "r2.1 15000000 residue",
              "r3.1 100000000 provider",
              "r4.1 25000000 residue");
      assertThat(bases(tills)).containsExactly("k 7000000000 340000000");
    }
  }

  @Test
  @DisplayName("B5: a start does not know when money last moved, so it does not count from there")
  void aStartIsNotQuiet() {
    try (var tills = tills()) {
      paid(tills, "r1.1", "0.20");
      tills.kill();
    }
    try (var tills = tills()) {
      look(tills, "k", "7.00");
      assertThat(bases(tills)).isEmpty();
      time.advance(Residue.LAG);
      look(tills, "k", "7.20");
      assertThat(bases(tills)).containsExactly("k 7200000000 0");
    }
  }

  @Test
  @DisplayName("B5: what is written in one commit before it is counted from is not counted since")
  void oneCommit() {
    try (var tills = tills()) {
      look(tills, "k", "7.00");
      tills.reserve("r1.1", "0.50");
      tills.write();
      tills.diskRefuses = true;
      tills.till.settle("r1.1", Optional.of(new Cost(usd("0.20"), Cost.Basis.PROVIDER)));
      time.advance(Residue.LAG);
      look(tills, "k", "7.20");
      assertThat(bases(tills)).containsExactly("k 7000000000 0");
      tills.diskRefuses = false;
      time.advance(Postings.RETRY);
      tills.write();
      assertThat(bases(tills)).containsExactly("k 7200000000 0");
    }
  }

  @Test
  @DisplayName("B5: a call under way, a named one and somebody else's spend leave all set aside")
  void heldBack() {
    try (var tills = tills()) {
      look(tills, "k", "7.00");
      lost(tills, "r1.1", "0.30");
      time.advance(Residue.WORKS_ON);
      look(tills, "k", "7.31");
      assertThat(tills.reserved(ACCOUNT)).as("others").isEqualTo(usd("0.30"));

      tills.reserve("r2.1", "0.30");
      tills.write();
      time.advance(Residue.WORKS_ON);
      look(tills, "k", "7.10");
      assertThat(tills.reserved(ACCOUNT)).as("under way").isEqualTo(usd("0.60"));

      tills.till.lost("r2.1", Optional.of("gen-2"));
      time.advance(Residue.WORKS_ON);
      look(tills, "k", "7.10");
      assertThat(tills.reserved(ACCOUNT)).as("named").isEqualTo(usd("0.60"));

      tills.till.settle("r2.1", Optional.of(new Cost(usd("0.04"), Cost.Basis.PROVIDER)));
      time.advance(Residue.LAG);
      look(tills, "k", "7.10");
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(NanoUsd.ZERO);
      assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.10"));
    }
  }

  @Test
  @DisplayName("B5: another key ends what was counted from, for good")
  void anotherKey() {
    try (var tills = tills()) {
      look(tills, "k", "7.00");
      lost(tills, "r1.1", "0.30");
      tills.till.anotherKey("openrouter");
      tills.rest();
      assertThat(bases(tills)).isEmpty();
      time.advance(Residue.WORKS_ON);
      look(tills, "k", "7.10");
      assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
      assertThat(bases(tills)).isEmpty();
    }
  }

  @Test
  @DisplayName("B5: the account is looked at once as soon as that would settle something")
  void lookedAtSoon() {
    try (var tills = tills()) {
      var looked = new ArrayList<Duration>();
      long start = time.nanos();
      var reconciler =
          new Reconciler(
              tills.till,
              new Reconciler.Records() {
                @Override
                public void ask(Till.Lost call, Consumer<Optional<Cost>> told) {
                  told.accept(Optional.empty());
                }

                @Override
                public void look(String account) {
                  assertThat(account).isEqualTo("openrouter");
                  looked.add(Duration.ofNanos(time.nanos() - start));
                }
              },
              time,
              time);
      reconciler.start();
      look(tills, "k", "7.00");
      lost(tills, "r1.1", "0.30");
      time.advance(Duration.ofMinutes(30));
      assertThat(looked).as("nobody else uses it up").containsExactly(Duration.ofMinutes(11));

      lost(tills, "r2.1", "0.30");
      time.advance(Duration.ofMinutes(15));
      assertThat(looked).hasSize(2);
      reconciler.close();
    }
  }

  @Test
  @DisplayName("B8: what was settled since the start is told by account")
  void settled() {
    try (var tills = tills()) {
      paid(tills, "r1.1", "0.20");
      paid(tills, "r2.1", "0.10");
      assertThat(tills.till.settled("openrouter")).isEqualTo(usd("0.30"));
      assertThat(tills.till.settled("other")).isEqualTo(NanoUsd.ZERO);
    }
  }
}
