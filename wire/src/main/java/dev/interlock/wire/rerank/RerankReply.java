package dev.interlock.wire.rerank;

import dev.interlock.core.rerank.Score;
import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/// What we answer at `POST /v1/rerank`.
///
/// @param id the answer's own id
/// @param model the name of the model that served
/// @param results best first; every value finite
/// @param documents the caller's documents in their order, where it wants them back
/// @param promptTokens tokens of all texts, summed over all calls behind this answer, where the
///   engine counts them
public record RerankReply(
    String id,
    String model,
    List<Score> results,
    Optional<List<String>> documents,
    OptionalLong promptTokens) {
  public RerankReply {
    results = List.copyOf(results);
  }

  /// The body in UTF-8.
  public byte[] encode() {
    return Json.object(
        out -> {
          out.writeStringProperty("id", id);
          out.writeStringProperty("model", Surrogates.replaceLone(model));
          out.writeArrayPropertyStart("results");
          results.forEach(result -> write(out, result));
          out.writeEndArray();
          if (promptTokens.isPresent()) {
            out.writeObjectPropertyStart("usage");
            out.writeNumberProperty("prompt_tokens", promptTokens.getAsLong());
            out.writeNumberProperty("total_tokens", promptTokens.getAsLong());
            out.writeEndObject();
          }
        });
  }

  private void write(JsonGenerator out, Score result) {
    out.writeStartObject();
    out.writeNumberProperty("index", result.index());
    out.writeNumberProperty("relevance_score", result.value());
    documents.ifPresent(
        all -> {
          out.writeObjectPropertyStart("document");
          out.writeStringProperty("text", all.get(result.index()));
          out.writeEndObject();
        });
    out.writeEndObject();
  }
}
