package dev.interlock.wire.chat;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// How long an upstream asks to be left alone: whole or broken seconds, or a date in any of HTTP's
/// three forms, which is compared with the answer's own (wire-formats §12.1).
///
/// Thread: any, pure.
public final class RetryAfter {
  private static final Duration LONGEST = Duration.ofHours(24);

  /// No more than this: Java also reads `5d`, `0x1p3` and `Infinity` as numbers.
  private static final Pattern SECONDS = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");

  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME,
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
              .appendPattern(" HH:mm:ss 'GMT'")
              .toFormatter(Locale.US)
              .withZone(ZoneOffset.UTC),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US)
              .withZone(ZoneOffset.UTC));

  private RetryAfter() {}

  /// The duration, from 0 to 24 h; empty where nothing sensible is said.
  ///
  /// @param value of `Retry-After`
  /// @param date of `Date` in the same answer, or our own present in that form
  public static Optional<Duration> parse(String value, String date) {
    var said = value.strip();
    return SECONDS.matcher(said).matches()
        ? Optional.of(clamped(Double.parseDouble(said)))
        : instant(said).flatMap(at -> instant(date).map(now -> clamped(now, at)));
  }

  /// What our own callers are told: whole seconds, never too few, and never 0, which would say at
  /// once.
  public static String seconds(Duration wait) {
    return Long.toString(Math.max(1, Math.ceilDiv(wait.toMillis(), 1_000L)));
  }

  private static Duration clamped(double seconds) {
    return Duration.ofMillis((long) Math.min(seconds * 1_000, (double) LONGEST.toMillis()));
  }

  private static Duration clamped(Instant now, Instant at) {
    var asked = Duration.between(now, at);
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }

  private static Optional<Instant> instant(String date) {
    for (var form : DATES) {
      try {
        return Optional.of(form.parse(date.strip(), Instant::from));
      } catch (DateTimeException another) {
        // The next form.
      }
    }
    return Optional.empty();
  }
}
