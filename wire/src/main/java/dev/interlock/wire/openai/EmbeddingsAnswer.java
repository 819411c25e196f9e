package dev.interlock.wire.openai;

import dev.interlock.core.embed.Fault;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/// What the body of a 200 from an engine turned out to be.
public sealed interface EmbeddingsAnswer {
  /// Largest body that is read, in bytes: 2,048 vectors of 4,096 components in base64 take 45 MB.
  int MAX_BYTES = 64 << 20;

  /// What was asked, as far as it helps to read the answer.
  ///
  /// @param texts number of texts sent
  /// @param dimension the width that the role's file names
  record Asked(int texts, OptionalInt dimension) {}

  /// Vectors in the order of the texts. Their number, widths and components are not judged: a
  /// `null` component is NaN, one beyond float32 is infinite, an empty or absent row has width 0
  /// (C13).
  ///
  /// @param vectors sorted by the answer's indexes where it has them
  /// @param model the answer's own model field
  /// @param promptTokens the answer's own count
  record Embedded(List<float[]> vectors, Optional<String> model, OptionalLong promptTokens)
      implements EmbeddingsAnswer {
    public Embedded {
      vectors = List.copyOf(vectors);
    }
  }

  /// Something else.
  ///
  /// @param fault `INVALID_RESPONSE`; `COUNT` where items are missing in between; `DIMENSION` where
  ///   the packed floats look like float64 (C10)
  /// @param message what is wrong, for people
  record Unusable(Fault fault, String message) implements EmbeddingsAnswer {}

  /// Reads the body of a 200. Unknown fields are skipped; bytes after the object are ignored.
  ///
  /// Cost: one pass, no tree. Never throws for what an engine can send.
  static EmbeddingsAnswer decode(byte[] body, Asked asked) {
    return read(body, in -> new AnswerReader(in, asked).read());
  }

  /// Reads the body of a 200 of any dialect.
  ///
  /// @param reader reads the one value of the body; throws [Unfit] for what is no answer
  static EmbeddingsAnswer read(byte[] body, Function<JsonParser, EmbeddingsAnswer> reader) {
    if (body.length > MAX_BYTES) {
      return new Unusable(
          Fault.INVALID_RESPONSE,
          "the answer has %d bytes, more than %d".formatted(body.length, MAX_BYTES));
    }
    try (JsonParser in = Json.tolerant(body)) {
      return reader.apply(in);
    } catch (Unfit unfit) {
      return new Unusable(unfit.fault(), unfit.message());
    } catch (JacksonException broken) {
      return new Unusable(
          Fault.INVALID_RESPONSE,
          "the answer is no whole JSON (%d bytes): %s"
              .formatted(body.length, ErrorBody.shorten(broken.getOriginalMessage())));
    }
  }
}
