package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// JSON of our own API: records in, records out. Unknown fields are mistakes; empty values are
/// written as `null`.
///
/// Thread: any.
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(tools.jackson.databind.cfg.DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private Json() {}

  /// A body, understood or not.
  public sealed interface Parsed<T> {
    record Valid<T>(T value) implements Parsed<T> {}

    record Wrong<T>(ApiError error) implements Parsed<T> {}
  }

  /// UTF-8 bytes of a value.
  public static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /// Reads a body of that shape; a mistake names the field and the place.
  public static <T> Parsed<T> read(byte[] body, Class<T> shape) {
    if (body.length == 0) {
      return new Parsed.Wrong<>(wrong("body", "the body is empty"));
    }
    try {
      return new Parsed.Valid<>(MAPPER.readValue(body, shape));
    } catch (JacksonException e) {
      return new Parsed.Wrong<>(wrong(field(e), e.getOriginalMessage() + place(e)));
    }
  }

  private static ApiError wrong(String param, String message) {
    return ApiError.invalid(
        "invalid_body", param, message, "send a JSON object with Content-Type: application/json");
  }

  private static String field(JacksonException e) {
    return e.getPath().isEmpty() ? "body" : String.valueOf(e.getPath().getLast().getPropertyName());
  }

  private static String place(JacksonException e) {
    var location = e.getLocation();
    return location == null
        ? ""
        : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
  }
}
