package dev.interlock.core.budget;

import java.util.OptionalInt;
import java.util.OptionalLong;

/// How many permits an account has while nothing speaks against it, and where the figure comes from
/// (A9, A12).
///
/// Little's law: calls under way = rate x time of one. A rate of `rpm` calls a minute keeps `rpm /
/// 60 x mean latency` calls under way, so the figure follows the latency as it drifts.
///
/// @param permits 1 to [#HARD]
/// @param why one sentence for people
public record Ceiling(int permits, Source source, String why) {
  /// No more, whatever anybody says or types.
  public static final int HARD = 256;

  /// Where nothing could be discovered: room that nobody could read is not assumed.
  static final int UNKNOWN = 4;

  /// On a funded account without a rate that can be believed.
  static final int FUNDED = 16;

  /// The least rate a minute that a funded account is believed to have.
  static final int LEAST_RPM = 60;

  /// The highest rate a minute that is enforced; permits bind long before.
  static final int MOST_RPM = 100_000;

  private static final long MINUTE = 60 * Ticks.SECOND;
  private static final long LEAST_LATENCY = 50_000_000L;

  /// Where the figure comes from.
  public enum Source {
    /// A person typed it.
    MANUAL,
    /// The rate that the provider reports.
    DISCOVERED,
    /// The account has money, and no rate that says more.
    CREDITS,
    /// Nothing is known.
    FALLBACK
  }

  /// What is known.
  ///
  /// @param typed a person's own figure
  /// @param reportedRpm the provider's rate a minute; below 1 is none
  /// @param funded whether a balance above nothing was read
  /// @param meanNanos mean wire time of a call
  /// @param note what else people should know, such as why discovery failed
  record Facts(
      OptionalInt typed,
      OptionalInt reportedRpm,
      boolean funded,
      OptionalLong balanceNanoUsd,
      long meanNanos,
      String note) {

    /// The rate that is believed and enforced: a paid account with 1 call a minute is a relic in
    /// the answer, not a limit (A10).
    OptionalInt believedRpm() {
      int rpm = reportedRpm.orElse(0);
      return rpm < 1 || (funded && rpm < LEAST_RPM)
          ? OptionalInt.empty()
          : OptionalInt.of(Math.min(rpm, MOST_RPM));
    }

    /// Permits alone, without the words.
    int permits() {
      if (typed.isPresent()) {
        return Math.min(typed.getAsInt(), HARD);
      }
      var rpm = believedRpm();
      int least = funded ? FUNDED : rpm.isPresent() ? 1 : UNKNOWN;
      return rpm.isPresent() ? Math.max(least, little(rpm.getAsInt(), meanNanos)) : least;
    }
  }

  static Ceiling of(Facts facts) {
    int permits = facts.permits();
    var rpm = facts.believedRpm();
    if (facts.typed().isPresent()) {
      return new Ceiling(permits, Source.MANUAL, "typed by a person" + noted(facts));
    }
    if (rpm.isPresent() && little(rpm.getAsInt(), facts.meanNanos()) >= permits) {
      var words =
          "%d calls a minute at %d ms each".formatted(rpm.getAsInt(), millis(facts.meanNanos()));
      return new Ceiling(permits, Source.DISCOVERED, words + noted(facts));
    }
    return facts.funded()
        ? new Ceiling(permits, Source.CREDITS, credits(facts) + noted(facts))
        : new Ceiling(permits, Source.FALLBACK, "no rate and no balance are known" + noted(facts));
  }

  /// Calls under way at this rate, to the nearest, 1 to [#HARD].
  static int little(int rpm, long meanNanos) {
    long nanos = Math.max(meanNanos, LEAST_LATENCY);
    return Math.clamp((rpm * nanos + MINUTE / 2) / MINUTE, 1, HARD);
  }

  private static String credits(Facts facts) {
    var balance = facts.balanceNanoUsd();
    var money = balance.isPresent() ? "a balance of " + usd(balance.getAsLong()) : "a balance";
    int reported = facts.reportedRpm().orElse(0);
    if (facts.believedRpm().isPresent()) {
      return "%s; %d calls a minute need fewer".formatted(money, reported);
    }
    return reported < 1
        ? money + "; no rate is reported"
        : "%s; the reported %d a minute is not believed".formatted(money, reported);
  }

  private static String usd(long nanoUsd) {
    long cents = nanoUsd / 10_000_000;
    return "$%d.%02d".formatted(cents / 100, cents % 100);
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }

  private static String noted(Facts facts) {
    return facts.note().isEmpty() ? "" : "; " + facts.note();
  }
}
