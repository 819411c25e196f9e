package dev.interlock.wire.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The names in an engine's answer to `GET /v1/models`.
///
/// Thread: any, pure.
public final class ModelList {
  /// Names that are read at the most; a cloud lists hundreds.
  public static final int MAX_NAMES = 1_000;

  /// Longest answer that is read, in bytes.
  public static final int MAX_BYTES = 4 << 20;

  private static final int MAX_NAME = 512;

  private ModelList() {}

  /// The names in their order; empty if the body is no list of models. Never throws for what a body
  /// can hold.
  public static Optional<List<String>> names(byte[] body) {
    if (Json.blank(body)) {
      return Optional.empty();
    }
    try (JsonParser in = Json.tolerant(body)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      return ofObject(in);
    } catch (JacksonException noList) {
      return Optional.empty();
    }
  }

  private static Optional<List<String>> ofObject(JsonParser in) {
    Optional<List<String>> names = Optional.empty();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean data = in.currentName().equals("data");
      if (in.nextToken() == JsonToken.START_ARRAY && data) {
        names = Optional.of(ofArray(in));
      } else {
        in.skipChildren();
      }
    }
    return names;
  }

  private static List<String> ofArray(JsonParser in) {
    var names = new ArrayList<String>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        id(in).filter(_ -> names.size() < MAX_NAMES).ifPresent(names::add);
      } else {
        in.skipChildren();
      }
    }
    return names;
  }

  private static Optional<String> id(JsonParser in) {
    Optional<String> id = Optional.empty();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean named = in.currentName().equals("id");
      if (in.nextToken() == JsonToken.VALUE_STRING && named) {
        id = Optional.of(in.getString()).filter(n -> !n.isBlank() && n.length() <= MAX_NAME);
      } else {
        in.skipChildren();
      }
    }
    return id;
  }
}
