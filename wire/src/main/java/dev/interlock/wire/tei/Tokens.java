package dev.interlock.wire.tei;

import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// `POST /tokenize`: many texts at once.
public final class Tokens {
  private Tokens() {}

  /// The question for these texts.
  ///
  /// @param special whether the model's own special tokens are counted
  /// @throws IllegalArgumentException if a text is not well-formed
  public static byte[] ask(List<String> texts, boolean special) {
    var sound = Surrogates.wellFormed(texts);
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("inputs");
          sound.forEach(out::writeString);
          out.writeEndArray();
          out.writeBooleanProperty("add_special_tokens", special);
        });
  }

  /// Tokens of each text, in order; empty if the body is no such answer.
  public static Optional<List<Integer>> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      return tree.isArray() && tree.valueStream().allMatch(t -> t.isArray())
          ? Optional.of(tree.valueStream().map(t -> t.size()).toList())
          : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }
}
