package dev.interlock.wire.tei;

import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;

/// What we ask text-embeddings-inference at `POST /rerank`. The server has one model, so none is
/// named; an over-long text is to be refused, whatever the server's own default.
///
/// @param query what the texts are compared with
/// @param texts the documents
public record RerankCall(String query, List<String> texts) {
  /// @throws IllegalArgumentException if a text is not well-formed, which no UTF-8 could carry
  public RerankCall {
    Surrogates.wellFormed(List.of(query));
    texts = Surrogates.wellFormed(texts);
  }

  /// The body in UTF-8.
  public byte[] encode() {
    return Json.object(
        out -> {
          out.writeStringProperty("query", query);
          out.writeArrayPropertyStart("texts");
          texts.forEach(out::writeString);
          out.writeEndArray();
          out.writeBooleanProperty("raw_scores", false);
          out.writeBooleanProperty("return_text", false);
          out.writeBooleanProperty("truncate", false);
        });
  }
}
