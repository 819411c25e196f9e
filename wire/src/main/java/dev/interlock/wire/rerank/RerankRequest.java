package dev.interlock.wire.rerank;

import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Pin;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;
import java.util.Optional;

/// What we ask an engine at `POST /v1/rerank`. All scores are asked for, so that each can be
/// checked, and no document back.
///
/// @param model the engine's own name of the model
/// @param query what the documents are compared with
/// @param documents the documents, none of them cut
/// @param pin the only upstream provider that may serve (A7)
public record RerankRequest(
    String model, String query, List<String> documents, Optional<String> pin) {

  /// @throws IllegalArgumentException if a text is not well-formed, which no UTF-8 could carry
  public RerankRequest {
    Surrogates.wellFormed(List.of(query));
    documents = Surrogates.wellFormed(documents);
  }

  /// The body in UTF-8.
  public byte[] encode() {
    return Json.object(
        out -> {
          out.writeStringProperty("model", model);
          out.writeStringProperty("query", query);
          out.writeArrayPropertyStart("documents");
          documents.forEach(out::writeString);
          out.writeEndArray();
          out.writeNumberProperty("top_n", documents.size());
          out.writeBooleanProperty("return_documents", false);
          pin.ifPresent(provider -> Pin.write(out, provider));
        });
  }
}
