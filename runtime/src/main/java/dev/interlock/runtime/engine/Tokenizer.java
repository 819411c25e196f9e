package dev.interlock.runtime.engine;

import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.Heard;
import dev.interlock.wire.llamacpp.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// An engine's own `/tokenize`.
///
/// Thread: any; blocks.
record Tokenizer(EngineHttp http, Dialect dialect) {
  private static final String PATH = "/tokenize";
  private static final int OK = 200;

  /// Texts in one call: below every TEI's own cap.
  private static final int AT_ONCE = 32;

  /// What most encoders put around a text: one token before and one after.
  private static final int USUAL = 2;

  /// Tokens of each text, in order; empty if the engine does not answer or has no tokenizer.
  Optional<List<Integer>> count(List<String> texts, boolean special) {
    try {
      return switch (dialect) {
        case TEI -> together(texts, special);
        case LLAMACPP, VLLM -> oneByOne(texts, special);
        case OPENAI, OLLAMA, LMSTUDIO -> Optional.empty();
      };
    } catch (IllegalArgumentException malformed) {
      // It would not be embedded either, and that is where the caller is told.
      return Optional.empty();
    }
  }

  /// Special tokens that the engine adds to a text, asked for by a text of one letter.
  int specials() {
    var letter = List.of("a");
    var bare = count(letter, false);
    var dressed = bare.isEmpty() ? bare : count(letter, true);
    return dressed.map(d -> Math.max(0, d.getFirst() - bare.get().getFirst())).orElse(USUAL);
  }

  private Optional<List<Integer>> together(List<String> texts, boolean special) {
    var counts = new ArrayList<Integer>();
    for (int at = 0; at < texts.size(); at += AT_ONCE) {
      var some = texts.subList(at, Math.min(texts.size(), at + AT_ONCE));
      var told =
          answer(dev.interlock.wire.tei.Tokens.ask(some, special))
              .flatMap(dev.interlock.wire.tei.Tokens::decode)
              .filter(c -> c.size() == some.size());
      if (told.isEmpty()) {
        return Optional.empty();
      }
      counts.addAll(told.get());
    }
    return Optional.of(counts);
  }

  private Optional<List<Integer>> oneByOne(List<String> texts, boolean special) {
    var counts = new ArrayList<Integer>();
    for (var text : texts) {
      var count = one(text, special);
      if (count.isEmpty()) {
        return Optional.empty();
      }
      counts.add(count.getAsInt());
    }
    return Optional.of(counts);
  }

  private OptionalInt one(String text, boolean special) {
    if (dialect == Dialect.VLLM) {
      var body = dev.interlock.wire.vllm.Tokens.ask(http.endpoint().model(), text, special);
      return answer(body).map(dev.interlock.wire.vllm.Tokens::decode).orElse(OptionalInt.empty());
    }
    return answer(Tokens.ask(text, special)).map(Tokens::decode).orElse(OptionalInt.empty());
  }

  private Optional<byte[]> answer(byte[] body) {
    return http.post(PATH, body) instanceof Heard.Answer answer && answer.status() == OK
        ? Optional.of(answer.body())
        : Optional.empty();
  }
}
