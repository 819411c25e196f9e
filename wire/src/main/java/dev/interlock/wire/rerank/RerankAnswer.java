package dev.interlock.wire.rerank;

import dev.interlock.core.rerank.Score;
import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Unfit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/// What the body of a 200 from a reranking engine turned out to be.
public sealed interface RerankAnswer {
  /// Largest body that is read, in bytes: some engines send every document back.
  int MAX_BYTES = 64 << 20;

  /// Scores as they came. Neither their number nor their indexes are judged; a `null` score is NaN.
  ///
  /// @param model the answer's own model field
  /// @param promptTokens the answer's own count
  record Scored(List<Score> scores, Optional<String> model, OptionalLong promptTokens)
      implements RerankAnswer {
    public Scored {
      scores = List.copyOf(scores);
    }
  }

  /// Something else.
  ///
  /// @param message what is wrong, for people
  record Unusable(String message) implements RerankAnswer {}

  /// Reads the body of a 200 in the shape of Cohere and Jina. Unknown fields are skipped.
  ///
  /// Cost: one pass, no tree. Never throws for what an engine can send.
  static RerankAnswer decode(byte[] body) {
    return read(body, in -> new AnswerReader(in).read());
  }

  /// Reads the body of a 200 of any dialect.
  ///
  /// @param reader reads the one value of the body; throws [Unfit] for what is no answer
  static RerankAnswer read(byte[] body, Function<JsonParser, RerankAnswer> reader) {
    try (JsonParser in = Json.tolerant(body)) {
      return reader.apply(in);
    } catch (Unfit unfit) {
      return new Unusable(unfit.message());
    } catch (JacksonException broken) {
      return new Unusable("the answer is no whole JSON (%d bytes)".formatted(body.length));
    }
  }
}
