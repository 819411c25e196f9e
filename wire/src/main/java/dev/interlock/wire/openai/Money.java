package dev.interlock.wire.openai;

import dev.interlock.core.money.NanoUsd;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Amounts of dollars in providers' documents: decimal texts, or numbers.
public final class Money {
  private Money() {}

  /// The amount of a node; empty if there is none, it is negative, or it is no amount.
  public static Optional<NanoUsd> of(JsonNode node) {
    if (node.isNumber()) {
      return NanoUsd.of(node.decimalValue());
    }
    return node.isString() ? NanoUsd.parse(node.asString().strip()) : Optional.empty();
  }
}
