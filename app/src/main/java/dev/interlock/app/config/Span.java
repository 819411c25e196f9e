package dev.interlock.app.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Times with their unit, such as `250ms`, `30s` or `10m`.
final class Span {
  static final String WORDS = "1ms..1h, such as 500ms, 30s or 10m";

  static final Pattern FORM = Pattern.compile("(\\d{1,7}) ?(ms|s|m|h)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1));
  private static final Duration MOST = Duration.ofHours(1);

  static Optional<Duration> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.ofNullable(UNITS.get(matcher.group(2)))
        .map(unit -> unit.multipliedBy(Long.parseLong(matcher.group(1))))
        .filter(span -> span.isPositive() && span.compareTo(MOST) <= 0);
  }

  private Span() {}
}
