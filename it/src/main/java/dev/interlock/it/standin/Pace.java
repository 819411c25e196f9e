package dev.interlock.it.standin;

import dev.interlock.core.time.Ticker;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// How fast a provider is. Texts share its rate however many calls bring them, so that its capacity
/// is what was scripted; time that the encoder itself takes counts towards it.
///
/// Thread: any.
final class Pace {
  private static final double SECOND_NANOS = 1e9;

  private final Ticker ticker;
  private Duration latency = Duration.ZERO;
  private Duration perToken = Duration.ZERO;
  private double textsPerSecond;
  private long freeAtNanos;

  Pace(Ticker ticker) {
    this.ticker = ticker;
    this.freeAtNanos = ticker.nanos();
  }

  /// Reads `latencyMs` (before the first byte of anything), `tokenMs` (between a chat's tokens) and
  /// `textsPerSecond` (0: no limit); what is absent stays.
  synchronized void set(JsonNode body) {
    latency = millis(body.path("latencyMs"), latency);
    perToken = millis(body.path("tokenMs"), perToken);
    textsPerSecond = Math.max(0, body.path("textsPerSecond").asDouble(textsPerSecond));
    freeAtNanos = ticker.nanos();
  }

  private static Duration millis(JsonNode value, Duration before) {
    return value.isNumber() ? Duration.ofNanos((long) (value.asDouble() * 1e6)) : before;
  }

  /// The tick at which so many texts, begun now, are done.
  synchronized long doneAtNanos(int texts) {
    long now = ticker.nanos();
    if (textsPerSecond > 0) {
      long from = freeAtNanos - now > 0 ? freeAtNanos : now;
      freeAtNanos = from + (long) (texts * SECOND_NANOS / textsPerSecond);
      return freeAtNanos + latency.toNanos();
    }
    return now + latency.toNanos();
  }

  /// What is left until a tick.
  Act.Wait until(long tickNanos) {
    return new Act.Wait(Duration.ofNanos(Math.max(0, tickNanos - ticker.nanos())));
  }

  synchronized Duration perToken() {
    return perToken;
  }

  synchronized Map<String, Object> told() {
    return Json.of(
        "latencyMs", latency.toNanos() / 1e6,
        "tokenMs", perToken.toNanos() / 1e6,
        "textsPerSecond", textsPerSecond);
  }
}
