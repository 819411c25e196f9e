package dev.interlock.wire.chat;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.wire.chat.ChatCall.Parsed;
import dev.interlock.wire.chat.ChatCall.Place;
import dev.interlock.wire.openai.ErrorBody;
import dev.interlock.wire.openai.Surrogates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one caller's body, once.
final class ChatCallReader {
  /// Leaves the reader from any depth; never seen outside [#parse].
  private static final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient ApiError error;

    private Mistake(ApiError error) {
      super(error.message(), null, false, false);
      this.error = error;
    }
  }

  private static final Place NOWHERE = new Place(0, 0);
  private static final double MOST = 1L << 53;

  private final JsonParser in;
  private String model = "";
  private Place modelAt = NOWHERE;
  private boolean modelSeen;
  private boolean streamSeen;
  private boolean stream;
  private boolean optionsSeen;
  private boolean usage;
  private ChatCall.Edit usageOn = new ChatCall.Edit(NOWHERE, "");
  private final List<Place> providers = new ArrayList<>();
  private int messageBytes;
  private boolean tools;
  private OptionalLong choices = OptionalLong.empty();
  private OptionalLong maxTokens = OptionalLong.empty();
  private OptionalLong maxCompletionTokens = OptionalLong.empty();

  private ChatCallReader(JsonParser in) {
    this.in = in;
  }

  static Parsed parse(byte[] body) {
    try (JsonParser in = ChatJson.strict(body)) {
      return new Parsed.Valid(new ChatCallReader(in).read());
    } catch (Mistake mistake) {
      return new Parsed.Wrong(mistake.error);
    } catch (JacksonException broken) {
      return new Parsed.Wrong(invalidJson(broken));
    }
  }

  private ChatCall read() {
    var first = in.nextToken();
    if (first == null) {
      throw new Mistake(invalidBody("the body is empty"));
    }
    if (first != JsonToken.START_OBJECT) {
      throw new Mistake(invalidBody("the body must be a JSON object"));
    }
    if (in.currentTokenLocation().getByteOffset() < 0) {
      throw new Mistake(invalidBody("the body must be UTF-8"));
    }
    int inside = (int) in.currentLocation().getByteOffset();
    usageOn = edit(inside, inside, "\"stream_options\":{\"include_usage\":true},");
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      readField(field);
    }
    if (in.nextToken() != null) {
      throw new Mistake(invalidBody("more follows after the JSON object"));
    }
    if (!modelSeen) {
      throw mistake("missing_field", "model", "`model` is missing");
    }
    return new ChatCall(
        model,
        modelAt,
        stream,
        usage,
        usageOn,
        providers.isEmpty() ? List.of(new Place(inside, inside)) : providers,
        new ChatCall.Size(
            messageBytes,
            maxCompletionTokens.isPresent() ? maxCompletionTokens : maxTokens,
            Math.max(1, choices.orElse(1)),
            tools));
  }

  private void readField(String field) {
    switch (field) {
      case "model" -> readModel();
      case "stream" -> readStream();
      case "stream_options" -> readOptions();
      case "messages" -> readMessages();
      case "provider" -> providers.add(span());
      case "max_tokens" -> maxTokens = tokens();
      case "n" -> choices = tokens();
      case "max_completion_tokens" -> maxCompletionTokens = tokens();
      case "tools" -> {
        tools = in.currentToken() == JsonToken.START_ARRAY;
        in.skipChildren();
      }
      default -> in.skipChildren();
    }
  }

  private void readModel() {
    once(modelSeen, "model");
    modelSeen = true;
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      throw mistake("invalid_type", "model", "`model` must be a string");
    }
    long from = in.currentTokenLocation().getByteOffset();
    model = in.getString();
    modelAt = new Place((int) from, (int) in.currentLocation().getByteOffset());
    if (model.isBlank()) {
      throw mistake("missing_field", "model", "`model` is blank");
    }
    if (Surrogates.firstLone(model) >= 0) {
      throw mistake("invalid_unicode", "model", "`model` holds half of a character");
    }
  }

  private void readStream() {
    once(streamSeen, "stream");
    streamSeen = true;
    stream = flag("stream");
  }

  private boolean flag(String field) {
    var token = in.currentToken();
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return token == JsonToken.VALUE_TRUE;
    }
    if (token == JsonToken.VALUE_NULL) {
      return false;
    }
    throw mistake("invalid_type", field, "`%s` must be true or false".formatted(field));
  }

  private void readOptions() {
    once(optionsSeen, "stream_options");
    optionsSeen = true;
    int from = (int) in.currentTokenLocation().getByteOffset();
    if (in.currentToken() != JsonToken.START_OBJECT) {
      usageOn = new ChatCall.Edit(span(), "{\"include_usage\":true}");
      return;
    }
    Optional<ChatCall.Edit> found = Optional.empty();
    boolean empty = true;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      empty = false;
      boolean wanted = in.currentName().equals("include_usage");
      in.nextToken();
      if (wanted) {
        int at = (int) in.currentTokenLocation().getByteOffset();
        usage = flag("stream_options.include_usage");
        found = Optional.of(edit(at, (int) in.currentLocation().getByteOffset(), "true"));
      } else {
        in.skipChildren();
      }
    }
    var added = "\"include_usage\":true" + (empty ? "" : ",");
    usageOn = found.orElse(edit(from + 1, from + 1, added));
  }

  /// Where the present value stands.
  private Place span() {
    int from = (int) in.currentTokenLocation().getByteOffset();
    in.finishToken();
    in.skipChildren();
    return new Place(from, (int) in.currentLocation().getByteOffset());
  }

  private static ChatCall.Edit edit(int from, int to, String text) {
    return new ChatCall.Edit(new Place(from, to), text);
  }

  private void readMessages() {
    long from = in.currentTokenLocation().getByteOffset();
    in.skipChildren();
    messageBytes = (int) (in.currentLocation().getByteOffset() - from);
  }

  /// A number that makes no sense here is the engine's to refuse.
  private OptionalLong tokens() {
    double number =
        in.currentToken() == JsonToken.VALUE_NUMBER_INT
                || in.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
            ? in.getDoubleValue()
            : Double.NaN;
    in.skipChildren();
    return number >= 0 && number < MOST ? OptionalLong.of((long) number) : OptionalLong.empty();
  }

  /// Two parsers in a chain may each believe another one of two values, so what decides something
  /// here must stand there once.
  private static void once(boolean seen, String field) {
    if (seen) {
      throw mistake("duplicate_field", field, "`%s` stands there twice".formatted(field));
    }
  }

  private static Mistake mistake(String code, String field, String message) {
    return new Mistake(ApiError.invalid(code, field, message, ""));
  }

  private static ApiError invalidJson(JacksonException broken) {
    var at = broken.getLocation();
    String place =
        at == null ? "" : " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    return invalidBody(
        "the body is no valid JSON%s: %s"
            .formatted(place, ErrorBody.shorten(broken.getOriginalMessage())));
  }

  private static ApiError invalidBody(String message) {
    return new ApiError(
        400, ErrorType.INVALID_REQUEST_ERROR, "invalid_json", message, Optional.empty(), "");
  }
}
