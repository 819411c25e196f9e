package dev.interlock.it.standin;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What calls cost: the stand-in's own sums, by another arithmetic than the product's.
///
/// Thread: any.
final class PriceList {
  private static final int NANO_DECIMALS = 9;

  /// US dollars for a token read, a token written and a call.
  record Price(BigDecimal prompt, BigDecimal completion, BigDecimal request) {
    /// Billionths of a dollar, rounded up.
    long nanos(long promptTokens, long completionTokens) {
      return prompt
          .multiply(BigDecimal.valueOf(promptTokens))
          .add(completion.multiply(BigDecimal.valueOf(completionTokens)))
          .add(request)
          .setScale(NANO_DECIMALS, RoundingMode.CEILING)
          .unscaledValue()
          .longValueExact();
    }

    private static Price of(String prompt, String completion, String request) {
      return new Price(new BigDecimal(prompt), new BigDecimal(completion), new BigDecimal(request));
    }

    private Price with(JsonNode changed) {
      return new Price(
          Json.amount(changed.path("prompt")).orElse(prompt),
          Json.amount(changed.path("completion")).orElse(completion),
          Json.amount(changed.path("request")).orElse(request));
    }
  }

  private final Map<Model, Price> prices = new EnumMap<>(Model.class);

  PriceList() {
    for (var model : Model.values()) {
      prices.put(model, first(model));
    }
  }

  private static Price first(Model model) {
    return switch (model) {
      case MINILM -> Price.of("0.00000002", "0", "0");
      case PARROT, AUTO -> Price.of("0.0000005", "0.0000015", "0");
      case FREE_PARROT -> Price.of("0", "0", "0");
      case SCALES -> Price.of("0", "0", "0.000001");
    };
  }

  synchronized Price of(Model model) {
    return prices.getOrDefault(model, first(model));
  }

  /// Reads `{"SLUG": {"prompt": "0.000001", "completion": ..., "request": ...}}`.
  synchronized void set(JsonNode bySlug) {
    for (var entry : bySlug.properties()) {
      Model.of(entry.getKey()).ifPresent(m -> prices.put(m, of(m).with(entry.getValue())));
    }
  }

  /// As the catalogue writes it: decimal texts for one token.
  Map<String, Object> told(Model model) {
    var price = of(model);
    boolean open = model == Model.AUTO;
    return Json.of(
        "prompt",
        open ? "-1" : price.prompt().toPlainString(),
        "completion",
        open ? "-1" : price.completion().toPlainString(),
        "request",
        price.request().toPlainString(),
        "image",
        "0",
        "web_search",
        "0",
        "internal_reasoning",
        "0",
        "discount",
        0);
  }
}
