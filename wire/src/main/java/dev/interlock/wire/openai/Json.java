package dev.interlock.wire.openai;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The two readers and the one writer of all dialects.
///
/// Thread: any; factories are immutable.
public final class Json {
  /// Deepest nesting that is read, on either side: an answer needs 4, and a parser that follows
  /// 100,000 brackets is an attack on the stack.
  static final int MAX_DEPTH = 32;

  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build();

  private static final JsonFactory STRICT =
      JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();

  /// Bare NaN and Infinity are no JSON, but Python writes them; one such component must not make
  /// the other texts of a batch unreadable.
  private static final JsonFactory TOLERANT =
      JsonFactory.builder()
          .streamReadConstraints(CONSTRAINTS)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  /// Money is in such documents.
  private static final JsonMapper TREES =
      JsonMapper.builder(TOLERANT)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  /// A reader for what callers send.
  public static JsonParser strict(byte[] body) {
    return STRICT.createParser(ObjectReadContext.empty(), body);
  }

  /// A reader for what engines answer.
  public static JsonParser tolerant(byte[] body) {
    return TOLERANT.createParser(ObjectReadContext.empty(), body);
  }

  /// One object in UTF-8 whose fields `content` writes.
  public static byte[] object(Consumer<JsonGenerator> content) {
    var bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator out = STRICT.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      content.accept(out);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /// A small document as a tree: what a server says of itself. Fractions are decimal, as they are
  /// written.
  ///
  /// @throws JacksonException if it is no JSON
  public static JsonNode tree(byte[] body) {
    return TREES.readTree(body);
  }

  /// Whether nothing but white space and NUL bytes is there, an optional byte-order mark aside.
  static boolean blank(byte[] body) {
    byte[] bom = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    int from = Arrays.equals(body, 0, Math.min(3, body.length), bom, 0, 3) ? 3 : 0;
    for (int i = from; i < body.length; i++) {
      if (body[i] < 0 || body[i] > ' ') {
        return false;
      }
    }
    return true;
  }
}
