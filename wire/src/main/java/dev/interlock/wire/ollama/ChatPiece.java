package dev.interlock.wire.ollama;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One object of a chat's answer: a line of a stream, or the whole.
///
/// @param tree the object
record ChatPiece(ObjectNode tree) {
  /// Reads one; empty if the bytes are no JSON object.
  static Optional<ChatPiece> read(byte[] bytes, int from, int to) {
    try {
      return ChatTrees.read(bytes, from, to) instanceof ObjectNode object
          ? Optional.of(new ChatPiece(object))
          : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  boolean failed() {
    return tree.hasNonNull("error");
  }

  /// An object with the engine's own words, in OpenAI's shape.
  ObjectNode failure() {
    return ChatErrors.shaped(tree);
  }

  String text(String field) {
    return tree.path("message").path(field).asString("");
  }

  JsonNode toolCalls() {
    return tree.path("message").path("tool_calls");
  }

  boolean done() {
    return tree.path("done").asBoolean(false);
  }

  /// Why it ends; empty where nothing is said, as after a runner that broke down.
  String reason() {
    return tree.path("done_reason").asString("");
  }

  /// Whether it tells of the model's coming or going, and nothing was asked of it.
  boolean onlyLoads() {
    return reason().equals("load") || reason().equals("unload");
  }

  /// Begins OpenAI's object of such a kind.
  ObjectNode begin(String id, String kind) {
    var out = ChatTrees.object();
    out.put("id", id);
    out.put("object", kind);
    created().ifPresent(seconds -> out.put("created", seconds));
    if (tree.path("model").isString()) {
      out.set("model", tree.path("model"));
    }
    return out;
  }

  private OptionalLong created() {
    try {
      return OptionalLong.of(
          OffsetDateTime.parse(tree.path("created_at").asString("")).toEpochSecond());
    } catch (DateTimeException noTime) {
      return OptionalLong.empty();
    }
  }

  /// Counted tokens, if both counts are told: zero is left out, and so is the count of a prompt
  /// that was cached.
  Optional<ObjectNode> usage() {
    var prompt = tree.path("prompt_eval_count");
    var completion = tree.path("eval_count");
    if (!prompt.canConvertToInt() || !completion.canConvertToInt()) {
      return Optional.empty();
    }
    var usage = ChatTrees.object();
    usage.put("prompt_tokens", prompt.intValue());
    usage.put("completion_tokens", completion.intValue());
    usage.put("total_tokens", prompt.longValue() + completion.longValue());
    return Optional.of(usage);
  }

  /// Adds the tokens' probabilities to a choice.
  void logprobs(ObjectNode choice) {
    var logprobs = tree.path("logprobs");
    if (logprobs.isArray() && !logprobs.isEmpty()) {
      choice.putObject("logprobs").set("content", logprobs);
    }
  }
}
