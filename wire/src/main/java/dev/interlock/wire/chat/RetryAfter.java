package dev.interlock.wire.chat;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// How long an upstream asks to be left alone: whole or broken seconds, or a date, which is
/// compared with the answer's own (wire-formats §12.1).
///
/// Thread: any, pure.
public final class RetryAfter {
  private static final Duration LONGEST = Duration.ofHours(24);

  private RetryAfter() {}

  /// The duration, from 0 to 24 h; empty where nothing sensible is said.
  ///
  /// @param value of `Retry-After`
  /// @param date of `Date` in the same answer, or our own present in that form
  public static Optional<Duration> parse(String value, String date) {
    try {
      double seconds = Double.parseDouble(value.strip());
      return seconds >= 0 ? Optional.of(clamped(seconds)) : Optional.empty();
    } catch (NumberFormatException noNumber) {
      return instant(value).flatMap(at -> instant(date).map(now -> clamped(now, at)));
    }
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
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date.strip(), Instant::from));
    } catch (DateTimeException noDate) {
      return Optional.empty();
    }
  }
}
