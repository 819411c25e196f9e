package dev.interlock.wire.openai;

import java.util.Base64;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/// What we answer at `POST /v1/embeddings`.
///
/// @param model the name of the model that served
/// @param vectors one per text, in order; every component finite
/// @param encoding as the caller asked
/// @param promptTokens tokens of all texts, summed over all calls behind this answer
public record EmbeddingsReply(
    String model, List<float[]> vectors, Encoding encoding, long promptTokens) {
  public EmbeddingsReply {
    vectors = List.copyOf(vectors);
  }

  /// The body in UTF-8.
  ///
  /// @throws IllegalStateException if a component is not finite: the checks before this one failed
  public byte[] encode() {
    return Json.object(
        out -> {
          out.writeStringProperty("object", "list");
          out.writeArrayPropertyStart("data");
          for (int i = 0; i < vectors.size(); i++) {
            writeItem(out, i);
          }
          out.writeEndArray();
          out.writeStringProperty("model", Surrogates.replaceLone(model));
          out.writeObjectPropertyStart("usage");
          out.writeNumberProperty("prompt_tokens", promptTokens);
          out.writeNumberProperty("total_tokens", promptTokens);
          out.writeEndObject();
        });
  }

  private void writeItem(JsonGenerator out, int index) {
    out.writeStartObject();
    out.writeStringProperty("object", "embedding");
    out.writeNumberProperty("index", index);
    float[] vector = vectors.get(index);
    for (float component : vector) {
      if (!Float.isFinite(component)) {
        throw new IllegalStateException(
            "vector %d holds %s and must not be sent".formatted(index, component));
      }
    }
    switch (encoding) {
      case FLOAT -> writeNumbers(out, vector);
      case BASE64 ->
          out.writeStringProperty(
              "embedding", Base64.getEncoder().encodeToString(PackedFloats.pack(vector)));
    }
    out.writeEndObject();
  }

  private static void writeNumbers(JsonGenerator out, float[] vector) {
    out.writeArrayPropertyStart("embedding");
    for (float component : vector) {
      out.writeNumber(component);
    }
    out.writeEndArray();
  }
}
