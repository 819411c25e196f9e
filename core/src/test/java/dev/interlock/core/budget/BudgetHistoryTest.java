package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Random histories. [Watched] checks after each step; a failure names its seed.
final class BudgetHistoryTest {
  private static final int SEEDS = 200;
  private static final int STEPS = 300;

  @Test
  @DisplayName(
      "A8, A10, A11, A12: for any history no permit over the limit, no start over the rate, one"
          + " halving a burst, one ending a waiter, no lost wake-up, no lost permit")
  void anyHistoryKeepsTheRules() {
    int[] seen = new int[3];
    Gen.each(
        SEEDS,
        gen -> {
          var history = new History(gen);
          for (int i = 0; i < STEPS; i++) {
            history.step();
          }
          history.end();
          seen[0] += history.budget.issued;
          seen[1] += history.budget.expired;
          seen[2] += history.budget.halvings;
        });
    // The histories are worth their name: all that can go wrong happened often.
    assertThat(seen[0]).isGreaterThan(SEEDS * 50);
    assertThat(seen[1]).isGreaterThan(SEEDS);
    assertThat(seen[2]).isGreaterThan(SEEDS);
  }

  @Test
  void sameEventsGiveSameEffects() {
    var first = new ArrayList<List<Effect>>();
    for (var effects : List.of(first, new ArrayList<List<Effect>>())) {
      var history = new History(Gen.of(7));
      for (int i = 0; i < STEPS; i++) {
        history.step();
        effects.add(List.copyOf(history.budget.said));
      }
      assertThat(effects).isEqualTo(first);
    }
  }

  /// One history: mostly asks and endings, some of everything else.
  private static final class History {
    private final Gen gen;
    private final int percentBad;
    private final boolean calm;
    final Watched budget = new Watched();
    private long waiters;

    History(Gen gen) {
      this.gen = gen;
      this.percentBad = gen.between(0, 30);
      this.calm = gen.chance(50);
      if (gen.chance(50)) {
        budget.on(new Event.Limited(OptionalInt.of(gen.between(1, 12))));
      }
    }

    void step() {
      if (gen.chance(60)) {
        budget.until(
            budget.now + gen.exponential(gen.chance(20) ? 8 * Watched.SECOND : 400_000_000));
        budget.glance();
      }
      budget.on(event());
    }

    /// Faults stop, time goes by, and nobody is left waiting or holding.
    void end() {
      budget.until(budget.now + 2 * 24 * 3600 * Watched.SECOND);
      assertThat(budget.waiting).isEmpty();
      assertThat(budget.out).isEmpty();
      assertThat(budget.view().permits().inFlight()).isZero();
    }

    private Event event() {
      int kind = gen.between(1, 100);
      if (kind <= 48) {
        return new Event.Asked(ask());
      }
      if (kind <= 88) {
        return budget.out.isEmpty()
            ? new Event.Asked(ask())
            : new Event.Ended(one(List.copyOf(budget.out.keySet())), outcome());
      }
      return kind <= 93 || calm ? small() : large();
    }

    private Event small() {
      return switch (gen.between(1, 5)) {
        case 1 -> new Event.Left(gen.between(1, (int) waiters + 1));
        case 2 -> new Event.Ended(gen.between(1, budget.issued + 1), outcome());
        case 3 -> new Event.Renewed(gen.between(1, budget.issued + 1), seconds(1, 60));
        case 4 -> new Event.Weighted(project(), gen.between(1, 4));
        default -> new Event.Woke();
      };
    }

    private Event large() {
      return switch (gen.between(1, 6)) {
        case 1 -> new Event.ProjectPaused(project(), budget.now + seconds(-2, 20));
        case 2 -> new Event.Limited(limit());
        case 3 -> new Event.Ordered(one(List.of(Order.values())));
        case 4 -> new Event.DiscoveryFailed("no answer");
        default ->
            new Event.Discovered(
                gen.chance(70)
                    ? OptionalInt.of(gen.chance(50) ? gen.between(-1, 90) : gen.between(60, 900))
                    : OptionalInt.empty(),
                gen.chance(70) ? Optional.of(news()) : Optional.empty(),
                budget.now - seconds(0, 3));
      };
    }

    private OptionalInt limit() {
      return gen.chance(50) ? OptionalInt.of(gen.between(1, 40)) : OptionalInt.empty();
    }

    private Ask ask() {
      var use = gen.chance(5) ? Use.WATCH : gen.chance(40) ? Use.INTERACTIVE : Use.BULK;
      long wait = gen.chance(10) ? 0 : seconds(0, gen.chance(20) ? 200 : 20);
      return new Ask(
          ++waiters, "holder", project(), use, wait, seconds(1, gen.chance(50) ? 10 : 600));
    }

    private Outcome outcome() {
      if (!gen.chance(percentBad)) {
        return new Outcome.Answered(gen.exponential(2 * Watched.SECOND));
      }
      return switch (gen.between(1, 8)) {
        case 1, 2, 3 -> new Outcome.Failed();
        case 4 -> calm ? new Outcome.Failed() : new Outcome.Unpaid(news());
        default -> new Outcome.Throttled(pushback());
      };
    }

    private News news() {
      return switch (gen.between(1, 12)) {
        case 1 -> new News.Exhausted();
        case 2 -> new News.KeyRefused();
        case 3 ->
            new News.KeyCapped(
                gen.chance(50) ? OptionalLong.of(seconds(0, 90)) : OptionalLong.empty());
        case 4, 5, 6 -> new News.InFlightFull(pushback());
        case 7 -> new News.Low(OptionalLong.of(1));
        default -> new News.Funded(OptionalLong.empty());
      };
    }

    private Pushback pushback() {
      return new Pushback(
          gen.chance(40) ? OptionalLong.of(seconds(0, 12)) : OptionalLong.empty(),
          gen.between(0, 1_000_000));
    }

    private String project() {
      return "p" + gen.between(1, 4);
    }

    private long seconds(int least, int most) {
      return gen.between(least, most) * Watched.SECOND;
    }

    private <T> T one(List<T> of) {
      return of.get(gen.between(0, of.size() - 1));
    }
  }
}
