package dev.interlock.wire.vllm;

import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Surrogates;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;

/// `POST /tokenize`: one text at a time.
public final class Tokens {
  private Tokens() {}

  /// The question for a text.
  ///
  /// @param special whether the model's own special tokens are counted
  /// @throws IllegalArgumentException if the text is not well-formed
  public static byte[] ask(String model, String text, boolean special) {
    var sound = Surrogates.wellFormed(List.of(text)).getFirst();
    return Json.object(
        out -> {
          out.writeStringProperty("model", model);
          out.writeStringProperty("prompt", sound);
          out.writeBooleanProperty("add_special_tokens", special);
        });
  }

  /// Tokens of the text; empty if the body is no such answer.
  public static OptionalInt decode(byte[] body) {
    try {
      var count = Json.tree(body).path("count");
      return count.isIntegralNumber() ? OptionalInt.of(count.asInt()) : OptionalInt.empty();
    } catch (JacksonException notJson) {
      return OptionalInt.empty();
    }
  }
}
