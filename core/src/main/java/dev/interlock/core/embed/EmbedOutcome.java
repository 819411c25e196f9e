package dev.interlock.core.embed;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// How one call to an embedding engine ended.
public sealed interface EmbedOutcome {

  /// The engine answered in the form of an embedding answer.
  ///
  /// Nothing is judged here: the number of vectors, their widths and components are the engine's
  /// own. Vectors stand in the order of the texts, sorted by the answer's own indexes where it has
  /// them.
  ///
  /// @param vectors as received, of any width and length, perhaps not finite
  /// @param model the answer's own model field
  /// @param promptTokens the answer's own count of tokens
  record Answered(List<float[]> vectors, Optional<String> model, OptionalLong promptTokens)
      implements EmbedOutcome {
    public Answered {
      vectors = List.copyOf(vectors);
    }
  }

  /// The call brought nothing usable.
  ///
  /// @param fault the kind
  /// @param status the HTTP status, where there was one
  /// @param message one sentence for people: host, status and the engine's own words, shortened
  record Failed(Fault fault, OptionalInt status, String message) implements EmbedOutcome {}
}
