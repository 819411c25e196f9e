package dev.interlock.it.engines;

import dev.interlock.it.standin.Encoders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What vLLM and llama.cpp have in common: OpenAI's embedding answer.
abstract class OpenAiStandIn extends StandIn {
  OpenAiStandIn(Encoders encoders) throws IOException {
    super(encoders);
  }

  /// OpenAI's answer in base64.
  ///
  /// @param extra fields that this engine adds to each item
  final Said answer(String model, List<String> texts, Map<String, Object> extra) {
    var vectors = encoders.embed(build, texts);
    var data = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < vectors.size(); i++) {
      var item = new TreeMap<>(extra);
      item.put("object", "embedding");
      item.put("index", i);
      item.put("embedding", packed(vectors.get(i)));
      data.add(item);
    }
    int tokens = tokens(texts);
    return Said.ok(
        Map.of(
            "object",
            "list",
            "model",
            model,
            "data",
            data,
            "usage",
            Map.of("prompt_tokens", tokens, "total_tokens", tokens)));
  }

  private static String packed(float[] vector) {
    var bytes = ByteBuffer.allocate(4 * vector.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
