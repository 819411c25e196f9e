package dev.interlock.app.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// How an engine is spoken to.
public enum Dialect {
  /// `POST /embeddings` below the host's URL, as the OpenAI API has it.
  OPENAI;

  /// Words that the design has and this version does not.
  static final Set<String> LATER =
      Set.of("openrouter", "ollama", "tei", "vllm", "llamacpp", "llama.cpp", "anthropic");

  /// The word in the file: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Dialect> of(String word) {
    return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Dialect::word).toList();
  }
}
