package dev.interlock.wire.ollama;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The tool calls of one answer, counted through all its lines.
///
/// Thread: one owner.
final class ToolCalls {
  private final String answerId;
  private int count;

  /// @param answerId no other answer's, so that a call's id is no other call's
  ToolCalls(String answerId) {
    this.answerId = answerId;
  }

  boolean any() {
    return count > 0;
  }

  /// Adds calls to a message or a delta, if there are some.
  ///
  /// @param indexed whether each bears its index, as in a stream
  void add(JsonNode calls, ObjectNode to, boolean indexed) {
    if (!calls.isArray() || calls.isEmpty()) {
      return;
    }
    ArrayNode all = to.putArray("tool_calls");
    for (var call : calls) {
      var one = all.addObject();
      if (indexed) {
        one.put("index", count);
      }
      var id = call.path("id").asString("");
      one.put("id", id.isEmpty() ? "call_%s_%d".formatted(answerId, count) : id);
      one.put("type", "function");
      var function = call.path("function");
      one.putObject("function")
          .put("name", function.path("name").asString(""))
          .put("arguments", text(function.path("arguments")));
      count++;
    }
  }

  private static String text(JsonNode arguments) {
    if (arguments.isString()) {
      return arguments.stringValue();
    }
    return arguments.isMissingNode() || arguments.isNull()
        ? "{}"
        : new String(ChatTrees.write(arguments), StandardCharsets.UTF_8);
  }

  /// OpenAI's word for the end. An answer that ran out of tokens is not whole, calls or not.
  String finish(String reason) {
    return any() && reason.equals("stop") ? "tool_calls" : reason;
  }
}
