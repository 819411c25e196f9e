package dev.interlock.wire.ollama;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// OpenAI's chat completion as a question for Ollama's own `/api/chat` (wire-formats §5.3): an
/// over-long conversation is to be refused, never cut, and nothing that would change the answer is
/// left out in silence.
///
/// Thread: any, pure.
public sealed interface ChatAsk {
  /// It can be asked.
  ///
  /// @param body in UTF-8
  /// @param stream whether the answer comes line by line
  record Ready(byte[] body, boolean stream) implements ChatAsk {}

  /// Nothing is to be sent.
  ///
  /// @param error 400, with the field that is to blame
  record Wrong(ApiError error) implements ChatAsk {}

  /// Translates a caller's body that bears the engine's own name of the model.
  static ChatAsk of(byte[] body) {
    try {
      if (ChatTrees.read(body, 0, body.length) instanceof ObjectNode call) {
        return new Ready(
            ChatTrees.write(new AskFields(call).translate()), call.path("stream").asBoolean(false));
      }
      return new Wrong(broken("the body must be a JSON object"));
    } catch (CantAsk mistake) {
      return new Wrong(mistake.error());
    } catch (JacksonException notJson) {
      return new Wrong(broken("the body is no valid JSON"));
    }
  }

  private static ApiError broken(String message) {
    return new ApiError(
        400, ErrorType.INVALID_REQUEST_ERROR, "invalid_json", message, Optional.empty(), "");
  }
}
