package dev.interlock.wire.openrouter;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.wire.openai.Json;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Prices of `GET /models`, by every spelling that the list gives a model, with what the model
/// writes at the most: its provider's own maximum, or else all of its context.
public final class Catalogue {
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private static final int LONGEST_NUMBER = 40;

  private Catalogue() {}

  /// Reads a list; empty if the body is none. A model without a fixed price, such as a router's
  /// `-1`, has none here, which is not the price 0.
  ///
  /// @param today when it is read
  public static Optional<Map<String, Price>> decode(byte[] body, LocalDate today) {
    try {
      var list = Json.tree(body).path("data");
      if (!list.isArray()) {
        return Optional.empty();
      }
      var prices = new HashMap<String, Price>();
      for (var item : list) {
        price(item.path("pricing"), today)
            .ifPresent(
                bare -> {
                  var price = bare.writing(mostWritten(item));
                  put(prices, item.path("id").asString(""), price);
                  put(prices, item.path("canonical_slug").asString(""), price);
                });
      }
      return Optional.of(Map.copyOf(prices));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static OptionalLong mostWritten(JsonNode item) {
    var provider = item.path("top_provider");
    return Stream.of(
            provider.path("max_completion_tokens"),
            provider.path("context_length"),
            item.path("context_length"))
        .filter(count -> count.canConvertToLong() && count.asLong() > 0)
        .mapToLong(JsonNode::asLong)
        .findFirst();
  }

  private static void put(Map<String, Price> prices, String name, Price price) {
    if (!name.isBlank()) {
      prices.putIfAbsent(name, price);
    }
  }

  private static Optional<Price> price(JsonNode pricing, LocalDate today) {
    var prompt = perMillion(pricing.path("prompt"));
    var completion = perMillion(pricing.path("completion"));
    if (prompt.isEmpty() || completion.isEmpty() || surprising(pricing)) {
      return Optional.empty();
    }
    return Optional.of(
        new Price(
            prompt.get(),
            perMillion(pricing.path("input_cache_read")),
            completion.get(),
            amount(pricing.path("request")).flatMap(NanoUsd::of).orElse(NanoUsd.ZERO),
            today,
            Price.Source.PROVIDER,
            OptionalLong.empty()));
  }

  /// Prices that depend on a prompt's length or the time of day are no single price.
  private static boolean surprising(JsonNode pricing) {
    return !pricing.path("overrides").isEmpty();
  }

  private static Optional<NanoUsd> perMillion(JsonNode perToken) {
    return amount(perToken).map(MILLION::multiply).flatMap(NanoUsd::of);
  }

  private static Optional<BigDecimal> amount(JsonNode node) {
    if (node.isNumber()) {
      return Optional.of(node.decimalValue());
    }
    var text = node.isString() ? node.asString().strip() : "";
    try {
      return text.isEmpty() || text.length() > LONGEST_NUMBER
          ? Optional.empty()
          : Optional.of(new BigDecimal(text));
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    }
  }
}
