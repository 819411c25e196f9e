package dev.interlock.wire.tei;

import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;
import java.util.OptionalInt;

/// What we ask text-embeddings-inference at `POST /embed`. The server has one model, so none is
/// named; an over-long text is to be refused, whatever the server's own default.
///
/// @param inputs the texts as the engine shall see them
/// @param dimensions the width to ask for
public record EmbedCall(List<String> inputs, OptionalInt dimensions) {
  /// @throws IllegalArgumentException if a text is not well-formed, which no UTF-8 could carry
  public EmbedCall {
    inputs = Surrogates.wellFormed(inputs);
  }

  /// The body in UTF-8.
  public byte[] encode() {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("inputs");
          inputs.forEach(out::writeString);
          out.writeEndArray();
          out.writeBooleanProperty("normalize", true);
          out.writeBooleanProperty("truncate", false);
          dimensions.ifPresent(width -> out.writeNumberProperty("dimensions", width));
        });
  }
}
