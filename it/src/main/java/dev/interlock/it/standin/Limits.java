package dev.interlock.it.standin;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The cloud's own rate limits, and what it says of them, true or not.
///
/// Thread: any.
final class Limits {
  private final Ground.Time time;
  private final Tally tally;
  private JsonNode rules = Json.tree("{}");
  private int stormCalls;
  private long stormEndsNanos;

  Limits(Ground.Time time, Tally tally) {
    this.time = time;
    this.tally = tally;
    this.stormEndsNanos = time.ticker().nanos();
  }

  /// Replaces all rules. `permits`: calls at once; `rpm`: starts in a minute; `storm: {calls,
  /// seconds}`: so many calls, or all of so long a time, are 429; `retryAfter`: see [Hint];
  /// `headers`: on each 429; `lies`: headers on every answer; `keyRate`: what `/key` says.
  synchronized void set(JsonNode next) {
    rules = next;
    var storm = next.path("storm");
    stormCalls = storm.path("calls").asInt(0);
    var lasts = Duration.ofMillis((long) (storm.path("seconds").asDouble(0) * 1_000));
    stormEndsNanos = time.ticker().nanos() + lasts.toNanos();
  }

  /// A 429, if this call, which is under way already, is one too many.
  synchronized Optional<Refusal> refusal() {
    return storm()
        .or(() -> beyond(tally.inFlight(), rules.path("permits"), "calls at once"))
        .or(() -> beyond(tally.startsInMinute(), rules.path("rpm"), "calls per minute"))
        .map(this::throttled);
  }

  private Optional<String> storm() {
    if (stormCalls > 0) {
      stormCalls--;
      return Optional.of("limit_rpm");
    }
    return stormEndsNanos - time.ticker().nanos() > 0 ? Optional.of("limit_rpm") : Optional.empty();
  }

  private static Optional<String> beyond(int now, JsonNode most, String what) {
    return most.isNumber() && now > most.asInt()
        ? Optional.of("at most %d %s".formatted(most.asInt(), what))
        : Optional.empty();
  }

  private Refusal throttled(String why) {
    var refusal = Refusal.of(429, "rate_limit_exceeded", "Rate limit exceeded: " + why);
    Instant now = time.wall().now();
    var hint =
        rules.has("retryAfter") ? Hint.of(rules.path("retryAfter").asString(""), now) : Hint.NONE;
    var hinted = hint.on(refusal);
    var headers = new HashMap<>(hinted.headers());
    headers.putAll(texts(rules.path("headers")));
    return hinted.withHeaders(headers);
  }

  /// Headers that every answer carries.
  synchronized Map<String, String> lies() {
    return texts(rules.path("lies"));
  }

  /// The value of `rate_limit`: the deprecated -1 unless told otherwise.
  synchronized Object keyRate() {
    return rules.has("keyRate")
        ? rules.path("keyRate")
        : Json.of(
            "requests",
            -1,
            "interval",
            "10s",
            "note",
            "This field is deprecated and safe to ignore.");
  }

  private static Map<String, String> texts(JsonNode object) {
    var texts = new HashMap<String, String>();
    object.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asString()));
    return Collections.unmodifiableMap(texts);
  }
}
