package dev.interlock.wire.openai;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.wire.openai.EmbeddingsCall.Parsed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one caller's body, once.
final class CallReader {
  /// Leaves the reader from any depth; never seen outside [#parse].
  private static final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient ApiError error;

    private Mistake(ApiError error) {
      super(error.message(), null, false, false);
      this.error = error;
    }
  }

  private static final Set<String> KNOWN =
      Set.of("model", "input", "encoding_format", "dimensions", "user");

  private final JsonParser in;
  private final Set<String> seen = new HashSet<>();
  private Optional<String> model = Optional.empty();
  private List<String> inputs = List.of();
  private Encoding encoding = Encoding.FLOAT;
  private OptionalInt dimensions = OptionalInt.empty();
  private Optional<String> user = Optional.empty();

  private CallReader(JsonParser in) {
    this.in = in;
  }

  static Parsed parse(byte[] body) {
    if (Json.blank(body)) {
      return new Parsed.Wrong(invalidBody("invalid_json", "the body is empty"));
    }
    try (JsonParser in = Json.strict(body)) {
      return new Parsed.Valid(new CallReader(in).read());
    } catch (Mistake mistake) {
      return new Parsed.Wrong(mistake.error);
    } catch (JacksonException broken) {
      return new Parsed.Wrong(invalidJson(broken));
    }
  }

  private EmbeddingsCall read() {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw new Mistake(
          invalidBody("invalid_json", "the body must be a JSON object, not " + kind()));
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      if (KNOWN.contains(field) && !seen.add(field)) {
        throw mistake("duplicate_field", field, "`%s` stands there twice".formatted(field));
      }
      in.nextToken();
      readField(field);
    }
    if (in.nextToken() != null) {
      throw new Mistake(invalidBody("invalid_json", "something follows the JSON object"));
    }
    return whole();
  }

  private void readField(String field) {
    switch (field) {
      case "model" -> model = optionalText("model");
      case "input" -> inputs = readInput();
      case "encoding_format" -> encoding = readEncoding();
      case "dimensions" -> dimensions = readDimensions();
      case "user" -> user = optionalText("user");
      default -> in.skipChildren();
    }
  }

  private EmbeddingsCall whole() {
    String named =
        model
            .filter(name -> !name.isBlank())
            .orElseThrow(() -> mistake("missing_field", "model", "`model` is missing"));
    if (inputs.isEmpty()) {
      throw mistake("missing_field", "input", "`input` is missing");
    }
    return new EmbeddingsCall(named, inputs, encoding, dimensions, user);
  }

  private Optional<String> optionalText(String field) {
    return switch (in.currentToken()) {
      case VALUE_NULL -> Optional.empty();
      case VALUE_STRING -> Optional.of(wellFormed(field, field, in.getString()));
      default ->
          throw mistake(
              "invalid_type", field, "`%s` must be a string, not %s".formatted(field, kind()));
    };
  }

  private List<String> readInput() {
    return switch (in.currentToken()) {
      case VALUE_NULL -> List.of();
      case VALUE_STRING -> List.of(text("input", in.getString()));
      case START_ARRAY -> readInputs();
      default ->
          throw mistake(
              "invalid_type",
              "input",
              "`input` must be a string or an array of strings, not " + kind());
    };
  }

  private List<String> readInputs() {
    var texts = new ArrayList<String>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      String place = "input[%d]".formatted(texts.size());
      if (texts.size() == EmbeddingsCall.MAX_INPUTS) {
        throw mistake(
            "too_many_inputs",
            "input",
            "`input` has more than %d texts".formatted(EmbeddingsCall.MAX_INPUTS));
      }
      texts.add(readItem(place));
    }
    if (texts.isEmpty()) {
      throw mistake("empty_input", "input", "`input` is an empty array");
    }
    return texts;
  }

  private String readItem(String place) {
    return switch (in.currentToken()) {
      case VALUE_STRING -> text(place, in.getString());
      case VALUE_NUMBER_INT, START_ARRAY ->
          throw new Mistake(
              ApiError.invalid(
                  "token_input_unsupported",
                  "input",
                  "`%s` is made of token numbers, which only one encoder could read"
                      .formatted(place),
                  "send the text itself as a string"));
      default ->
          throw mistake(
              "invalid_type", "input", "`%s` must be a string, not %s".formatted(place, kind()));
    };
  }

  private static String text(String place, String text) {
    if (text.isEmpty()) {
      throw mistake("empty_input", "input", "`%s` is an empty string".formatted(place));
    }
    return wellFormed("input", place, text);
  }

  private static String wellFormed(String field, String place, String text) {
    int lone = Surrogates.firstLone(text);
    if (lone >= 0) {
      throw mistake(
          "invalid_unicode",
          field,
          "`%s` holds half of a character (a lone surrogate) at position %d"
              .formatted(place, lone));
    }
    return text;
  }

  private Encoding readEncoding() {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return Encoding.FLOAT;
    }
    return Optional.of(in.currentToken())
        .filter(JsonToken.VALUE_STRING::equals)
        .flatMap(_ -> Encoding.of(in.getString()))
        .orElseThrow(
            () ->
                mistake(
                    "invalid_value",
                    "encoding_format",
                    "`encoding_format` must be `float` or `base64`"));
  }

  private OptionalInt readDimensions() {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return OptionalInt.empty();
    }
    double width = in.currentToken().isNumeric() ? in.getDoubleValue() : Double.NaN;
    if (!(width >= 1 && width <= Integer.MAX_VALUE && width == Math.rint(width))) {
      throw mistake(
          "invalid_value", "dimensions", "`dimensions` must be a whole number of 1 or more");
    }
    return OptionalInt.of((int) width);
  }

  private String kind() {
    return switch (in.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "something else";
    };
  }

  private static Mistake mistake(String code, String field, String message) {
    return new Mistake(ApiError.invalid(code, field, message, ""));
  }

  private static ApiError invalidJson(JacksonException broken) {
    var at = broken.getLocation();
    String place =
        at == null
            ? ""
            : " at line %d, column %d (byte %d)"
                .formatted(at.getLineNr(), at.getColumnNr(), at.getByteOffset());
    return invalidBody(
        "invalid_json",
        "the body is no valid JSON%s: %s"
            .formatted(place, ErrorBody.shorten(broken.getOriginalMessage())));
  }

  private static ApiError invalidBody(String code, String message) {
    return new ApiError(400, ErrorType.INVALID_REQUEST_ERROR, code, message, Optional.empty(), "");
  }
}
