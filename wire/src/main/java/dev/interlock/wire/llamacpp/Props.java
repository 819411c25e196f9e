package dev.interlock.wire.llamacpp;

import dev.interlock.wire.openai.Json;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What llama.cpp's server says of itself at `GET /props`.
///
/// @param modelPath the file that it was loaded from
/// @param buildInfo the server's build
/// @param contextPerSlot tokens that one slot holds
/// @param slots calls that are worked on at once
public record Props(
    Optional<String> modelPath,
    Optional<String> buildInfo,
    OptionalInt contextPerSlot,
    OptionalInt slots) {

  /// Reads the body; empty if it is none.
  public static Optional<Props> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      boolean known = tree.has("model_path") || tree.has("total_slots");
      return known ? Optional.of(of(tree)) : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static Props of(JsonNode tree) {
    return new Props(
        text(tree, "model_path"),
        text(tree, "build_info"),
        number(tree.path("default_generation_settings"), "n_ctx"),
        number(tree, "total_slots"));
  }

  private static Optional<String> text(JsonNode tree, String field) {
    return Optional.of(tree.path(field).asString("")).filter(s -> !s.isBlank());
  }

  private static OptionalInt number(JsonNode tree, String field) {
    int number = tree.path(field).asInt(0);
    return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
  }
}
