package dev.interlock.wire.openai;

import static dev.interlock.wire.openai.CallerBody.mistake;

import dev.interlock.core.error.ApiError;
import dev.interlock.wire.openai.EmbeddingsCall.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one caller's body, once.
final class CallReader {
  private static final Set<String> KNOWN =
      Set.of("model", "input", "encoding_format", "dimensions", "user");

  private final CallerBody body;
  private final JsonParser in;
  private Optional<String> model = Optional.empty();
  private List<String> inputs = List.of();
  private Encoding encoding = Encoding.FLOAT;
  private OptionalInt dimensions = OptionalInt.empty();
  private Optional<String> user = Optional.empty();

  private CallReader(CallerBody body) {
    this.body = body;
    this.in = body.parser();
  }

  static Parsed parse(byte[] body) {
    return CallerBody.parse(
        body, whole -> new Parsed.Valid(new CallReader(whole).read()), Parsed.Wrong::new);
  }

  private EmbeddingsCall read() {
    body.fields(KNOWN, this::readField);
    String named = CallerBody.model(model);
    if (inputs.isEmpty()) {
      throw mistake("missing_field", "input", "`input` is missing");
    }
    return new EmbeddingsCall(named, inputs, encoding, dimensions, user);
  }

  private void readField(String field) {
    switch (field) {
      case "model" -> model = body.optionalText("model");
      case "input" -> inputs = readInput();
      case "encoding_format" -> encoding = readEncoding();
      case "dimensions" -> dimensions = body.optionalCount("dimensions");
      case "user" -> user = body.optionalText("user");
      default -> in.skipChildren();
    }
  }

  private List<String> readInput() {
    return switch (in.currentToken()) {
      case VALUE_NULL -> List.of();
      case VALUE_STRING -> List.of(CallerBody.text("input", "input", in.getString()));
      case START_ARRAY -> readInputs();
      default ->
          throw mistake(
              "invalid_type",
              "input",
              "`input` must be a string or an array of strings, not " + body.kind());
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
      case VALUE_STRING -> CallerBody.text("input", place, in.getString());
      case VALUE_NUMBER_INT, START_ARRAY ->
          throw mistake(
              ApiError.invalid(
                  "token_input_unsupported",
                  "input",
                  "`%s` is made of token numbers, which only one encoder could read"
                      .formatted(place),
                  "send the text itself as a string"));
      default ->
          throw mistake(
              "invalid_type",
              "input",
              "`%s` must be a string, not %s".formatted(place, body.kind()));
    };
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
}
