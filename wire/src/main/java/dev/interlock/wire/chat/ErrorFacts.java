package dev.interlock.wire.chat;

import dev.interlock.wire.openai.ErrorBody;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What an error body of any shape says, each empty where it says nothing.
///
/// @param message the engine's own words
/// @param type `error.type`
/// @param code `error.code`, a number as its digits
/// @param param `error.param`
/// @param errorType `error.metadata.error_type`, a router's stable word
/// @param resetsAt `error.metadata.resets_at`, when a cap of a key opens again
record ErrorFacts(
    String message, String type, String code, String param, String errorType, String resetsAt) {
  private static final ErrorFacts NOTHING = new ErrorFacts("", "", "", "", "", "");

  /// Reads a whole body.
  static ErrorFacts of(byte[] body) {
    var facts = NOTHING;
    try (JsonParser in = ChatJson.tolerant(body, 0, body.length)) {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        facts = of(in);
      }
    } catch (JacksonException notJson) {
      // Plain text or HTML: only a message can be found in it.
    }
    var message = facts.message().isEmpty() ? ErrorBody.message(body) : facts.message();
    return facts.saying(ErrorBody.shorten(message));
  }

  /// Reads the value that the parser stands on, to its end.
  static ErrorFacts of(JsonParser in) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      boolean text = in.currentToken() == JsonToken.VALUE_STRING;
      var facts = text ? NOTHING.saying(in.getString()) : NOTHING;
      in.skipChildren();
      return facts;
    }
    var facts = NOTHING;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      facts = facts.with(field, in);
    }
    return facts;
  }

  private ErrorFacts with(String field, JsonParser in) {
    return switch (field) {
      case "error" -> {
        var inner = of(in);
        yield inner.equals(NOTHING) ? this : inner;
      }
      case "message" -> saying(scalar(in));
      case "type" -> new ErrorFacts(message, scalar(in), code, param, errorType, resetsAt);
      case "code" -> new ErrorFacts(message, type, scalar(in), param, errorType, resetsAt);
      case "param" -> new ErrorFacts(message, type, code, scalar(in), errorType, resetsAt);
      case "error_type" -> new ErrorFacts(message, type, code, param, scalar(in), resetsAt);
      case "resets_at" -> new ErrorFacts(message, type, code, param, errorType, scalar(in));
      case "metadata" -> {
        var inner = of(in);
        yield new ErrorFacts(message, type, code, param, inner.errorType(), inner.resetsAt());
      }
      default -> {
        in.skipChildren();
        yield this;
      }
    };
  }

  private ErrorFacts saying(String words) {
    return new ErrorFacts(words, type, code, param, errorType, resetsAt);
  }

  private static String scalar(JsonParser in) {
    var token = in.currentToken();
    if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT) {
      return in.getString();
    }
    in.skipChildren();
    return "";
  }
}
