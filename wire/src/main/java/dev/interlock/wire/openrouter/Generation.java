package dev.interlock.wire.openrouter;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Tokens;
import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Money;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The record of one call at `GET /generation?id=`, which says what a lost call has cost. It is 404
/// for a short while after the call.
///
/// @param cost what was billed
/// @param tokens as billed, where both counts are told
public record Generation(NanoUsd cost, Optional<Tokens> tokens) {
  /// Reads an answer, bare or below `data`; empty if it is none.
  public static Optional<Generation> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      var data = tree.path("data").isObject() ? tree.path("data") : tree;
      return Money.of(data.path("total_cost")).map(cost -> new Generation(cost, tokens(data)));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  /// The normalised counts beside them are not what is billed.
  private static Optional<Tokens> tokens(JsonNode data) {
    var prompt = data.path("native_tokens_prompt");
    var completion = data.path("native_tokens_completion");
    if (!prompt.canConvertToLong() || !completion.canConvertToLong()) {
      return Optional.empty();
    }
    return Tokens.read(
        prompt.asLong(), data.path("native_tokens_cached").asLong(0), completion.asLong());
  }
}
