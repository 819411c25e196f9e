package dev.interlock.wire.openai;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What we ask an engine at `POST /v1/embeddings`.
///
/// Base64 is always asked for: it carries the exact bits in a fraction of the bytes, and an engine
/// that does not know it answers with numbers, which are read as well.
///
/// @param model the engine's own name of the model
/// @param inputs the texts as the engine shall see them
/// @param dimensions the width to ask for, where the role's file names one
/// @param pin the only upstream provider that may serve (A7); nobody may stand in for it
public record EmbeddingsRequest(
    String model, List<String> inputs, OptionalInt dimensions, Optional<String> pin) {

  /// @throws IllegalArgumentException if a text is not well-formed, which no UTF-8 could carry
  public EmbeddingsRequest {
    inputs = Surrogates.wellFormed(inputs);
  }

  /// The body in UTF-8.
  public byte[] encode() {
    return Json.object(
        out -> {
          out.writeStringProperty("model", model);
          out.writeArrayPropertyStart("input");
          inputs.forEach(out::writeString);
          out.writeEndArray();
          out.writeStringProperty("encoding_format", Encoding.BASE64.word());
          dimensions.ifPresent(width -> out.writeNumberProperty("dimensions", width));
          pin.ifPresent(provider -> Pin.write(out, provider));
        });
  }
}
