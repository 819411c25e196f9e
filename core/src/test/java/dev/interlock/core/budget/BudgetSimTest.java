package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An account in use for minutes of simulated time.
final class BudgetSimTest {
  private static final long MILLI = 1_000_000L;

  /// Calls of one length, or of lengths as they come.
  private static Cloud cloud(Gen gen, boolean fixed, long meanMillis) {
    LongSupplier latency =
        fixed ? () -> meanMillis * MILLI : () -> gen.exponential(meanMillis * MILLI);
    return new Cloud(gen, latency);
  }

  /// Columns: rate, funded, calls of one length, mean length in ms, least share of the rate in
  /// percent. Little's law alone, of one or two permits and calls of very different lengths, leaves
  /// something: its mean lags behind, and there is no half permit.
  @ParameterizedTest
  @CsvSource({
    "60, true, true, 2000, 95",
    "60, true, false, 2000, 95",
    "64, true, false, 500, 95",
    "120, true, false, 4000, 95",
    "600, true, true, 2000, 95",
    "600, true, false, 5000, 95",
    "600, false, true, 2000, 95",
    "600, false, false, 2000, 95",
    "1500, true, false, 1500, 95",
    "60, false, true, 2000, 95",
    "60, false, false, 2000, 80",
    "20, false, false, 3000, 80",
  })
  @DisplayName("A9, A10: a job alone uses 0.95 of a believed rate, and never one start more")
  void aBelievedRateIsUsed(int rpm, boolean funded, boolean fixed, int meanMillis, int least) {
    Gen.each(
        2,
        gen -> {
          var cloud = cloud(gen, fixed, meanMillis);
          cloud.discovered(rpm, funded);
          cloud.job("p", 8);
          cloud.until(Watched.after(60));
          int before = cloud.starts();
          cloud.until(Watched.after(360));

          assertThat((cloud.starts() - before) * 100 / (rpm * 5)).isBetween(least, 100);
        });
  }

  @ParameterizedTest
  @CsvSource({"16, 1", "16, 60", "16, 600", "40, 60", "1, 60"})
  @DisplayName("A11: after a storm of 429 the permits are back as soon as the rule allows")
  void aStormPasses(int limit, int seconds) {
    Gen.each(
        4,
        gen -> {
          var cloud = cloud(gen, false, 1_000);
          cloud.budget.on(new Event.Limited(Watched.rpm(limit)));
          cloud.storms(
              tick -> tick - Watched.after(20) >= 0 && tick - Watched.after(20 + seconds) < 0);
          cloud.job("p", 60);
          long last = Watched.after(20 + seconds);
          cloud.until(last);
          cloud.until(last + Watched.SECOND);
          int left = cloud.budget.view().permits().effective();
          long pause = cloud.budget.view().cooldownUntilNanos().orElse(cloud.budget.now);
          int enough = (limit * 9 + 9) / 10;

          assertThat(pause - cloud.budget.now)
              .as("the longest pause")
              .isLessThan(Watched.after(90) - Watched.ORIGIN);
          cloud.until(pause + Math.max(0, enough - left) * 15L * Watched.SECOND);
          assertThat(cloud.budget.view().permits().effective()).isGreaterThanOrEqualTo(enough);
          int starts = cloud.starts();
          cloud.until(cloud.budget.now + 20 * Watched.SECOND);
          assertThat(cloud.starts() - starts).as("and they are used").isGreaterThan(enough * 12);
          // A burst costs no more calls than were permitted: the storm does not feed itself.
          assertThat(cloud.throttled).isLessThanOrEqualTo(2 * limit + seconds / 30 + 6);
          assertThat(cloud.throttled).isPositive();
        });
  }

  @ParameterizedTest
  @CsvSource({"1, true", "4, true", "16, true", "1, false", "4, false", "16, false"})
  @DisplayName(
      "A17: beside a project with 100 times its demand a small one waits no longer than alone, plus"
          + " one permit's time")
  void theSmallProjectDoesNotWait(int limit, boolean fixed) {
    Gen.each(
        4,
        gen -> {
          int seed = gen.between(1, 1_000_000);
          var alone = small(limit, fixed, seed, 0);
          var beside = small(limit, fixed, seed, 100);
          assertThat(beside.waited.keySet()).containsAll(alone.waited.keySet());
          alone.waited.forEach(
              (waiter, wait) ->
                  assertThat(beside.waited.getOrDefault(waiter, Long.MAX_VALUE) - wait)
                      .as("waiter %d, alone %d ns", waiter, wait)
                      .isLessThanOrEqualTo(beside.longestCall));
        });
  }

  /// One call of the small project every ten mean lengths of a call and more, beside a job.
  private static Cloud small(int limit, boolean fixed, int seed, int others) {
    var cloud = cloud(Gen.of(seed), fixed, 1_000);
    cloud.budget.on(new Event.Limited(Watched.rpm(limit)));
    if (others > 0) {
      cloud.job("large", others);
    }
    var gaps = Gen.of(seed + 1L);
    long tick = Watched.after(5);
    for (int i = 0; i < 40; i++) {
      tick += 10_000 * MILLI + gaps.exponential(5_000 * MILLI);
      long waiter = i;
      cloud.at(tick, () -> cloud.ask(waiter, "small", Use.BULK, () -> {}));
    }
    cloud.until(tick + 60 * Watched.SECOND);
    return cloud;
  }
}
