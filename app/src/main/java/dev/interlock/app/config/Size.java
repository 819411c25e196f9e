package dev.interlock.app.config;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Sizes with their unit, such as `10MB` or `2.2GiB`, in bytes.
final class Size {
  static final String WORDS = "1KB..1GB, such as 10MB or 2.5MiB";

  static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?([KMG]i?B|B)");
  private static final Map<String, Long> UNITS =
      Map.of(
          "B", 1L,
          "KB", 1_000L,
          "MB", 1_000_000L,
          "GB", 1_000_000_000L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30);
  private static final long LEAST = 1_000;
  private static final long MOST = 1_000_000_000;

  static OptionalLong parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    long bytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(UNITS.getOrDefault(matcher.group(2), 1L)))
            .longValue();
    return bytes < LEAST || bytes > MOST ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  private Size() {}
}
