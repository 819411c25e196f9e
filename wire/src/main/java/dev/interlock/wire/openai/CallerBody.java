package dev.interlock.wire.openai;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import java.io.Serial;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A caller's body, one JSON object, read once up to its first mistake. Fields that we don't know
/// are ignored; one that we know must not stand there twice, since the two parsers of a chain may
/// each believe another one.
///
/// Thread: one, the reader's own.
public final class CallerBody {
  /// Leaves a reader from any depth; never seen outside [#parse].
  private static final class Mistake extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;
    private final transient ApiError error;

    private Mistake(ApiError error) {
      super(error.message(), null, false, false);
      this.error = error;
    }
  }

  private final JsonParser in;

  private CallerBody(JsonParser in) {
    this.in = in;
  }

  /// Reads a body.
  ///
  /// @param reader makes a call of it; may throw [#mistake]
  /// @param wrong makes the caller's mistake, status 400, of its error
  public static <P> P parse(
      byte[] body, Function<CallerBody, P> reader, Function<ApiError, P> wrong) {
    if (Json.blank(body)) {
      return wrong.apply(invalidBody("the body is empty"));
    }
    try (JsonParser in = Json.strict(body)) {
      return reader.apply(new CallerBody(in));
    } catch (Mistake mistake) {
      return wrong.apply(mistake.error);
    } catch (JacksonException broken) {
      return wrong.apply(invalidJson(broken));
    }
  }

  /// The parser; it stands on the value of the field that is read.
  public JsonParser parser() {
    return in;
  }

  /// Reads the whole object.
  ///
  /// @param known fields that must not come twice
  /// @param field reads the value of a field, known or not, to its end
  public void fields(Set<String> known, Consumer<String> field) {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw new Mistake(invalidBody("the body must be a JSON object, not " + kind()));
    }
    var seen = new HashSet<String>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      if (known.contains(name) && !seen.add(name)) {
        throw mistake("duplicate_field", name, "`%s` stands there twice".formatted(name));
      }
      in.nextToken();
      field.accept(name);
    }
    if (in.nextToken() != null) {
      throw new Mistake(invalidBody("something follows the JSON object"));
    }
  }

  /// A string, or nothing for `null`.
  public Optional<String> optionalText(String field) {
    return switch (in.currentToken()) {
      case VALUE_NULL -> Optional.empty();
      case VALUE_STRING -> Optional.of(wellFormed(field, field, in.getString()));
      default ->
          throw mistake(
              "invalid_type", field, "`%s` must be a string, not %s".formatted(field, kind()));
    };
  }

  /// A whole number of 1 or more, or nothing for `null`.
  public OptionalInt optionalCount(String field) {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return OptionalInt.empty();
    }
    double number = in.currentToken().isNumeric() ? in.getDoubleValue() : Double.NaN;
    if (!(number >= 1 && number <= Integer.MAX_VALUE && number == Math.rint(number))) {
      throw mistake(
          "invalid_value", field, "`%s` must be a whole number of 1 or more".formatted(field));
    }
    return OptionalInt.of((int) number);
  }

  /// The name of a role or a profile.
  public static String model(Optional<String> named) {
    return named
        .filter(name -> !name.isBlank())
        .orElseThrow(() -> mistake("missing_field", "model", "`model` is missing"));
  }

  /// A text that is not empty.
  ///
  /// @param place where in the field it stands, such as `input[3]`
  public static String text(String field, String place, String text) {
    if (text.isEmpty()) {
      throw mistake("empty_input", field, "`%s` is an empty string".formatted(place));
    }
    return wellFormed(field, place, text);
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

  /// What the parser stands on, for people.
  public String kind() {
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

  /// Ends the reading with a caller's mistake.
  public static RuntimeException mistake(String code, String field, String message) {
    return mistake(ApiError.invalid(code, field, message, ""));
  }

  /// Ends the reading with a caller's mistake.
  public static RuntimeException mistake(ApiError error) {
    return new Mistake(error);
  }

  private static ApiError invalidJson(JacksonException broken) {
    var at = broken.getLocation();
    String place =
        at == null
            ? ""
            : " at line %d, column %d (byte %d)"
                .formatted(at.getLineNr(), at.getColumnNr(), at.getByteOffset());
    return invalidBody(
        "the body is no valid JSON%s: %s"
            .formatted(place, ErrorBody.shorten(broken.getOriginalMessage())));
  }

  private static ApiError invalidBody(String message) {
    return new ApiError(
        400, ErrorType.INVALID_REQUEST_ERROR, "invalid_json", message, Optional.empty(), "");
  }
}
