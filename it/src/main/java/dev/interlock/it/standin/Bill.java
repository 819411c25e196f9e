package dev.interlock.it.standin;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was billed, call by call, in billionths of a dollar.
///
/// Thread: any.
final class Bill {
  private static final int NANO_DECIMALS = 9;

  /// One call's line. It is put again while its answer is being written.
  ///
  /// @param sinceNanos the tick at which it was first put
  record Line(
      String id,
      Model model,
      Provider provider,
      long promptTokens,
      long completionTokens,
      long nanos,
      long sinceNanos) {}

  private final Map<String, Line> lines = new LinkedHashMap<>();
  private long sum;

  synchronized void put(Line line) {
    var before = lines.put(line.id(), line);
    sum += line.nanos() - (before == null ? 0 : before.nanos());
  }

  synchronized long nanos() {
    return sum;
  }

  synchronized Optional<Line> line(String id) {
    return Optional.ofNullable(lines.get(id));
  }

  synchronized List<Line> lines() {
    return List.copyOf(lines.values());
  }

  /// Dollars, exactly; small amounts are written as providers do, with an exponent.
  static BigDecimal usd(long nanos) {
    var exact = BigDecimal.valueOf(nanos, NANO_DECIMALS).stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  Map<String, Object> told() {
    return Json.of(
        "nanoUsd", nanos(),
        "calls",
            lines().stream()
                .map(
                    line ->
                        Json.of(
                            "id", line.id(),
                            "model", line.model().slug(),
                            "provider", line.provider().slug(),
                            "promptTokens", line.promptTokens(),
                            "completionTokens", line.completionTokens(),
                            "nanoUsd", line.nanos()))
                .toList());
  }
}
