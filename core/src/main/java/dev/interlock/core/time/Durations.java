package dev.interlock.core.time;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations as people write them: a whole number and its unit, such as `90s`, `15m`, `1h`, `30d`.
///
/// Thread: any, pure.
public final class Durations {
  /// What is understood, for messages.
  public static final String WORDS = "a whole number with its unit, such as 90s, 15m, 1h or 30d";

  /// The form of the text.
  public static final Pattern FORM = Pattern.compile("(\\d{1,9}) ?(ms|s|m|h|d)");

  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private Durations() {}

  /// The duration that a text means, empty if it means none.
  public static Optional<Duration> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.ofNullable(UNITS.get(matcher.group(2)))
        .map(unit -> Duration.of(Long.parseLong(matcher.group(1)), unit));
  }

  /// A duration in the largest unit that divides it, such as `30d`.
  public static String words(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1_000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1_000;
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes % 60 != 0) {
      return minutes + "m";
    }
    return minutes % 1_440 == 0 ? minutes / 1_440 + "d" : minutes / 60 + "h";
  }
}
