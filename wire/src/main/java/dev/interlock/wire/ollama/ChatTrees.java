package dev.interlock.wire.ollama;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Chats as trees, which keep the order of fields and every digit of a number: what is written anew
/// says the same as what was read. A picture may be of any length, since the body's own limit
/// bounds it.
///
/// Thread: any; mappers are immutable.
final class ChatTrees {
  private static final StreamReadConstraints BOUNDS =
      StreamReadConstraints.builder()
          .maxNestingDepth(500)
          .maxStringLength(Integer.MAX_VALUE)
          .build();

  private static final JsonMapper PLAIN =
      JsonMapper.builder(JsonFactory.builder().streamReadConstraints(BOUNDS).build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// Half of a character is a legal escape, but no UTF-8.
  private static final JsonMapper ESCAPING =
      JsonMapper.builder(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build())
          .build();

  private ChatTrees() {}

  /// @throws JacksonException if it is no JSON
  static JsonNode read(byte[] bytes, int from, int to) {
    return PLAIN.readTree(bytes, from, to - from);
  }

  /// @throws JacksonException if it is no JSON
  static JsonNode read(String text) {
    return PLAIN.readTree(text);
  }

  static ObjectNode object() {
    return PLAIN.createObjectNode();
  }

  /// In UTF-8, or in escapes where a text holds half of a character.
  static byte[] write(JsonNode tree) {
    try {
      return PLAIN.writeValueAsBytes(tree);
    } catch (JacksonException halves) {
      return ESCAPING.writeValueAsBytes(tree);
    }
  }
}
