package dev.interlock.wire.openrouter;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Money;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What OpenRouter tells of a key at `GET /key`. A key without a limit says nothing of the
/// account's balance.
///
/// @param label how the key is shown, most of it left out
/// @param usage what credits paid for it in all; what a vendor billed by a key of its own
///   (`byok_usage`) is not in it
/// @param limit what the key may spend at the most, where it has a limit
/// @param left what of it is left
/// @param requestsPerMinute a rate limit that is one: since 2026 the field is always -1
/// @param freeTier whether the account never paid, as the field's name has it
public record KeyInfo(
    Optional<String> label,
    Optional<NanoUsd> usage,
    Optional<NanoUsd> limit,
    Optional<NanoUsd> left,
    OptionalInt requestsPerMinute,
    boolean freeTier) {
  private static final Pattern INTERVAL = Pattern.compile("(\\d{1,6})\\s*(ms|s|m|h)");

  /// Reads an answer, bare or below `data`; empty if it is none.
  public static Optional<KeyInfo> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      var data = tree.path("data").isObject() ? tree.path("data") : tree;
      boolean known = data.has("usage") || data.has("limit") || data.has("label");
      return known ? Optional.of(of(data)) : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static KeyInfo of(JsonNode data) {
    var label = data.path("label").asString("");
    return new KeyInfo(
        Optional.of(label).filter(text -> !text.isBlank()),
        Money.of(data.path("usage")),
        Money.of(data.path("limit")),
        left(data),
        perMinute(data.path("rate_limit")),
        data.path("is_free_tier").asBoolean(false));
  }

  /// A key that has spent more than its limit has nothing left.
  private static Optional<NanoUsd> left(JsonNode data) {
    var left = data.path("limit_remaining");
    return left.isNumber() && left.decimalValue().signum() < 0
        ? Optional.of(NanoUsd.ZERO)
        : Money.of(left);
  }

  private static OptionalInt perMinute(JsonNode rate) {
    int requests = rate.path("requests").asInt(0);
    var interval = interval(rate.path("interval").asString(""));
    if (requests < 1 || interval.isEmpty()) {
      return OptionalInt.empty();
    }
    long perMinute = requests * 60_000L / interval.get().toMillis();
    return OptionalInt.of((int) Math.min(perMinute, Integer.MAX_VALUE));
  }

  private static Optional<Duration> interval(String text) {
    var matcher = INTERVAL.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long count = Long.parseLong(matcher.group(1));
    var duration =
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(count);
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    return Optional.of(duration).filter(d -> d.toMillis() > 0);
  }
}
