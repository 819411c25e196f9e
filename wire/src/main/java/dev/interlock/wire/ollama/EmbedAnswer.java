package dev.interlock.wire.ollama;

import dev.interlock.core.embed.Fault;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.openai.ErrorBody;
import dev.interlock.wire.openai.Unfit;
import dev.interlock.wire.openai.VectorRows;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads Ollama's answer to `/api/embed`, once: vectors in the order of the texts, without indexes.
public final class EmbedAnswer {
  private final JsonParser in;
  private Optional<List<float[]>> vectors = Optional.empty();
  private Optional<String> model = Optional.empty();
  private OptionalLong tokens = OptionalLong.empty();

  private EmbedAnswer(JsonParser in) {
    this.in = in;
  }

  /// Reads the body of a 200. Never throws for what an engine can send.
  public static EmbeddingsAnswer decode(byte[] body) {
    return EmbeddingsAnswer.read(body, in -> new EmbedAnswer(in).read());
  }

  private EmbeddingsAnswer read() {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw unfit("the answer is no JSON object");
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      readField(field);
    }
    var found = vectors.orElseThrow(() -> unfit("the answer has no list `embeddings`"));
    return new EmbeddingsAnswer.Embedded(found, model, tokens);
  }

  private void readField(String field) {
    switch (field) {
      case "embeddings" -> vectors = Optional.of(VectorRows.read(in));
      case "model" -> model = text();
      case "prompt_eval_count" -> tokens = count();
      case "error" -> throw unfit("an error inside a 200: " + ErrorBody.message(in));
      default -> in.skipChildren();
    }
  }

  private Optional<String> text() {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return Optional.of(in.getString()).filter(name -> !name.isEmpty());
    }
    in.skipChildren();
    return Optional.empty();
  }

  /// Absent where it would be zero, as when the prompt was cached.
  private OptionalLong count() {
    if (in.currentToken().isNumeric()) {
      double count = in.getDoubleValue();
      return count > 0 && count < 1L << 53 ? OptionalLong.of((long) count) : OptionalLong.empty();
    }
    in.skipChildren();
    return OptionalLong.empty();
  }

  private static Unfit unfit(String message) {
    return new Unfit(Fault.INVALID_RESPONSE, message);
  }
}
