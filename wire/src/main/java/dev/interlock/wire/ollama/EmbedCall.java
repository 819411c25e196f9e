package dev.interlock.wire.ollama;

import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;
import java.util.OptionalInt;

/// What we ask Ollama at `POST /api/embed`. An over-long text is to be refused, never cut; how long
/// the model stays loaded is left as the server has it.
///
/// @param model the model's name, tag included where one is meant
/// @param inputs the texts as the engine shall see them
/// @param dimensions the width to ask for
public record EmbedCall(String model, List<String> inputs, OptionalInt dimensions) {
  /// @throws IllegalArgumentException if a text is not well-formed, which no UTF-8 could carry
  public EmbedCall {
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
          out.writeBooleanProperty("truncate", false);
          dimensions.ifPresent(width -> out.writeNumberProperty("dimensions", width));
        });
  }
}
