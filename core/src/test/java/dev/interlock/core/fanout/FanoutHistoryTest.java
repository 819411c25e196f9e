package dev.interlock.core.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import dev.interlock.core.fanout.Provider.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Random histories. [Watched] checks after each step; a failure names its seed.
final class FanoutHistoryTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 250;

  @Test
  @DisplayName(
      "A2, A13: for any history no text is lost, none counts twice, each has one ending, none goes"
          + " to a provider that is not admitted, and the queue drains once the faults stop")
  void anyHistoryKeepsTheRules() {
    int[] seen = new int[5];
    Gen.each(
        SEEDS,
        gen -> {
          var history = new History(gen);
          for (int i = 0; i < STEPS; i++) {
            history.step();
          }
          history.end();
          seen[0] += history.queue.accepted.size();
          seen[1] += history.queue.poison.size();
          seen[2] += history.queue.copies;
          seen[3] += history.queue.caps.size();
          seen[4] += history.proofs;
        });
    // The histories are worth their name: all that can go wrong happened often.
    assertThat(seen[0]).isGreaterThan(SEEDS * 100);
    assertThat(seen[1]).isGreaterThan(SEEDS);
    assertThat(seen[2]).isGreaterThan(SEEDS);
    assertThat(seen[3]).isGreaterThan(SEEDS / 10);
    assertThat(seen[4]).isGreaterThan(SEEDS);
  }

  @Test
  void sameEventsGiveSameEffects() {
    var first = run();
    assertThat(run()).isEqualTo(first);
  }

  private static List<String> run() {
    var history = new History(Gen.of(7));
    var said = new ArrayList<String>();
    for (int i = 0; i < STEPS; i++) {
      history.step();
      said.add(history.queue.out + " " + history.queue.view());
    }
    return said;
  }

  /// One history: mostly offers and answers, some of everything else.
  private static final class History {
    private final Gen gen;
    private final int percentBad;
    private final int cap;
    private final Set<Long> poison = new HashSet<>();
    final Watched queue = new Watched();
    private final List<Provider> all = new ArrayList<>();
    private boolean faults = true;
    private long texts;
    int proofs;

    History(Gen gen) {
      this.gen = gen;
      this.percentBad = gen.between(0, 30);
      this.cap = gen.chance(30) ? gen.between(1, 10) : 64;
      int count = gen.between(1, 4);
      for (int i = 0; i < count; i++) {
        var kind = i == 0 ? Kind.LOCAL : one(List.of(Kind.values()));
        all.add(new Provider("p" + i, 1, gen.between(1, 40), gen.between(1, 4), kind));
      }
      all.forEach(p -> queue.on(new Event.Joined(p)));
    }

    void step() {
      if (gen.chance(70)) {
        queue.pass(gen.exponential(gen.chance(5) ? 20 * Watched.SECOND : 200 * Watched.MILLI));
      }
      int kind = gen.between(1, 100);
      if (kind <= 12) {
        offer();
      } else if (kind <= 80) {
        endOne();
      } else if (kind <= 88) {
        proveAll();
      } else if (kind <= 89) {
        queue.on(new Event.Withdrew(job()));
      } else if (kind <= 92) {
        int at = gen.between(0, all.size() - 1);
        queue.on(new Event.Left(all.get(at).name()));
      } else {
        join(gen.between(0, all.size() - 1));
      }
    }

    private void offer() {
      int count = gen.between(1, 60);
      for (int i = 0; i < count; i++) {
        if (gen.chance(2)) {
          poison.add(texts + i);
        }
      }
      texts += count;
      queue.offer(job(), count, gen.chance(30) ? gen.between(0, 100) : 0);
    }

    private String job() {
      return "j" + gen.between(1, 3);
    }

    private void join(int at) {
      var old = all.get(at);
      boolean passed = gen.chance(50) || !queue.present.containsKey(old.name());
      var next =
          new Provider(
              old.name(), old.epoch() + (passed ? 1 : 0), old.batch(), old.calls(), old.kind());
      all.set(at, next);
      queue.on(new Event.Joined(next));
    }

    private void endOne() {
      if (!queue.out.isEmpty()) {
        var send = queue.send(one(queue.out.keySet().stream().sorted().toList()));
        queue.end(send.batch(), result(send));
      }
    }

    private Result result(Effect.Send send) {
      if (faults && gen.chance(percentBad)) {
        return switch (gen.between(1, 5)) {
          case 1 -> new Result.Lost();
          case 2 ->
              new Result.Postponed(OptionalLong.of(queue.now + gen.between(1, 9) * Watched.SECOND));
          case 3 -> new Result.Withdrawn();
          case 4 -> new Result.Refused(gen.chance(50));
          default -> new Result.Answered(Set.of(), Set.copyOf(send.texts()), Set.of());
        };
      }
      var bad = new HashSet<>(send.texts());
      bad.retainAll(poison);
      if (send.texts().size() > cap || (!bad.isEmpty() && gen.chance(80))) {
        return new Result.Refused(true);
      }
      var good = new HashSet<>(send.texts());
      good.removeAll(bad);
      return gen.chance(50)
          ? new Result.Answered(good, bad, Set.of())
          : new Result.Answered(good, Set.of(), bad);
    }

    private void proveAll() {
      for (var name : List.copyOf(queue.toProve)) {
        proofs++;
        queue.on(new Event.Proved(name, !faults || gen.chance(70)));
      }
    }

    /// Faults stop, everybody is back, time goes by, and no text is left.
    void end() {
      faults = false;
      for (var job : List.of("j1", "j2", "j3")) {
        queue.offer(job, 1, 0);
      }
      for (int i = 0; i < all.size(); i++) {
        join(i);
      }
      for (int i = 0; i < 20_000 && !queue.open.isEmpty(); i++) {
        proveAll();
        if (queue.out.isEmpty()) {
          queue.pass(Watched.SECOND);
        } else {
          queue.pass(gen.exponential(100 * Watched.MILLI));
          endOne();
        }
      }
      assertThat(queue.open).isEmpty();
      while (!queue.out.isEmpty()) {
        endOne();
      }
      assertThat(queue.view().waiting()).isZero();
      assertThat(queue.view().providers()).allMatch(p -> p.calls() == 0);
    }

    private <T> T one(List<T> list) {
      return list.get(gen.between(0, list.size() - 1));
    }
  }
}
