package dev.interlock.wire.ollama;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Ollama's errors: a bare text, which at times is its runner's whole error body.
///
/// Thread: any, pure.
public final class ChatErrors {
  private ChatErrors() {}

  /// The body of a refusal with the runner's error in place of the text that holds it; unchanged if
  /// there is none.
  public static byte[] unwrapped(byte[] body) {
    return ChatPiece.read(body, 0, body.length)
        .filter(piece -> runners(piece.tree()).isPresent())
        .map(piece -> ChatTrees.write(piece.failure()))
        .orElse(body);
  }

  /// `{"error":{"message",…}}`.
  static ObjectNode shaped(ObjectNode said) {
    var out = ChatTrees.object();
    var error = said.path("error");
    var inner = runners(said);
    if (inner.isPresent()) {
      out.set("error", inner.get());
    } else if (error.isObject()) {
      out.set("error", error);
    } else {
      out.putObject("error")
          .put("message", error.isString() ? error.stringValue() : error.toString());
    }
    return out;
  }

  private static Optional<JsonNode> runners(ObjectNode said) {
    var text = said.path("error").asString("");
    if (!text.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(ChatTrees.read(text).path("error")).filter(JsonNode::isObject);
    } catch (JacksonException onlyWords) {
      return Optional.empty();
    }
  }
}
