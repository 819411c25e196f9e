package dev.interlock.testkit;

import dev.interlock.wire.openai.EmbeddingsCall;
import dev.interlock.wire.openai.Encoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/// An embedding answer as an engine writes it, faults included; our own writer would refuse them.
final class AnswerText {
  private AnswerText() {}

  static String of(EmbeddingsCall call, Reply.Vectors reply) {
    var data = new StringJoiner(",", "[", "]");
    for (int i = 0; i < reply.vectors().size(); i++) {
      data.add(
          "{\"object\":\"embedding\",\"index\":%d,\"embedding\":%s}"
              .formatted(i, embedding(reply.vectors().get(i), call.encoding())));
    }
    int tokens = call.inputs().stream().mapToInt(Words::count).sum();
    var fields = new LinkedHashMap<String, String>();
    fields.put("object", "\"list\"");
    fields.put("data", data.toString());
    fields.put("model", "\"" + reply.model().orElse(call.model()) + "\"");
    fields.put("usage", "{\"prompt_tokens\":%d,\"total_tokens\":%d}".formatted(tokens, tokens));
    fields.putAll(reply.more());
    return fields.entrySet().stream()
        .map(field -> "\"%s\":%s".formatted(field.getKey(), field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String embedding(float[] vector, Encoding encoding) {
    return switch (encoding) {
      case FLOAT -> numbers(vector);
      case BASE64 -> "\"" + Base64.getEncoder().encodeToString(packed(vector)) + "\"";
    };
  }

  private static String numbers(float[] vector) {
    var numbers = new StringJoiner(",", "[", "]");
    for (float component : vector) {
      if (Float.isNaN(component)) {
        numbers.add("null");
      } else if (Float.isInfinite(component)) {
        numbers.add(component > 0 ? "1e39" : "-1e39");
      } else {
        numbers.add(Float.toString(component));
      }
    }
    return numbers.toString();
  }

  private static byte[] packed(float[] vector) {
    var bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return bytes.array();
  }
}
