package dev.interlock.wire.tei;

import dev.interlock.core.embed.Fault;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.openai.ErrorBody;
import dev.interlock.wire.openai.Unfit;
import dev.interlock.wire.openai.VectorRows;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the bare array of `/embed`: vectors in the order of the texts, no model, no usage.
public final class EmbedAnswer {
  private EmbedAnswer() {}

  /// Reads the body of a 200. Never throws for what an engine can send.
  public static EmbeddingsAnswer decode(byte[] body) {
    return EmbeddingsAnswer.read(body, EmbedAnswer::read);
  }

  private static EmbeddingsAnswer read(JsonParser in) {
    JsonToken first = in.nextToken();
    if (first == JsonToken.START_OBJECT) {
      throw new Unfit(
          Fault.INVALID_RESPONSE, "an object instead of vectors: " + ErrorBody.message(in));
    }
    return new EmbeddingsAnswer.Embedded(
        VectorRows.read(in), Optional.empty(), OptionalLong.empty());
  }
}
