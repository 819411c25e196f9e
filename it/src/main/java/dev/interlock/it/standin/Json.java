package dev.interlock.it.standin;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON in and out. Thread: any, pure.
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private Json() {}

  /// An object whose fields stand in this order: name, value, name, value. A value that is an empty
  /// [Optional] leaves its field out.
  static Map<String, Object> of(Object... namesAndValues) {
    var object = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      var name = namesAndValues[i].toString();
      var value = namesAndValues[i + 1];
      if (value instanceof Optional<?> maybe) {
        maybe.ifPresent(v -> object.put(name, v));
      } else {
        object.put(name, value);
      }
    }
    return object;
  }

  /// Stands for `null` in [#of], which takes none.
  static Object none() {
    return MAPPER.nullNode();
  }

  static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /// A body as a tree; an empty one is an empty object, and what is no JSON is nothing.
  static Optional<JsonNode> tree(byte[] body) {
    try {
      return Optional.of(body.length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(body));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  static JsonNode tree(String text) {
    return MAPPER.readTree(text.getBytes(StandardCharsets.UTF_8));
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /// An amount that may be written as a number or as a text; empty where there is none.
  static Optional<BigDecimal> amount(JsonNode node) {
    try {
      return node.isNumber()
          ? Optional.of(node.decimalValue())
          : Optional.of(node.asString(""))
              .filter(text -> !text.isBlank())
              .map(text -> new BigDecimal(text.strip()));
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    }
  }
}
