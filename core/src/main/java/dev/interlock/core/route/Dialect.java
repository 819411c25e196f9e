package dev.interlock.core.route;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How an engine is spoken to (wire-formats §1, §4 to §7).
public enum Dialect {
  /// Any server that speaks the OpenAI API.
  OPENAI,
  /// Ollama, by its own `/api`.
  OLLAMA,
  /// llama.cpp's own server.
  LLAMACPP,
  /// vLLM's OpenAI server.
  VLLM,
  /// Hugging Face's text-embeddings-inference, by its own paths.
  TEI,
  /// LM Studio's server.
  LMSTUDIO;

  /// The word in the file and in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The dialect of a word.
  public static Optional<Dialect> of(String word) {
    return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
  }

  /// All words.
  public static List<String> words() {
    return Arrays.stream(values()).map(Dialect::word).toList();
  }

  /// Whether an answer to an embedding call has no model field, or one that only repeats the
  /// request: such an engine must be checked by its state (B7, design §10).
  public boolean echoes() {
    return switch (this) {
      case OLLAMA, LLAMACPP, TEI -> true;
      case OPENAI, VLLM, LMSTUDIO -> false;
    };
  }

  /// Whether its state tells more of the model than the name that it is asked for by.
  public boolean tellsState() {
    return switch (this) {
      case OLLAMA, LLAMACPP, VLLM, TEI -> true;
      case OPENAI, LMSTUDIO -> false;
    };
  }

  /// Whether an over-long text is refused by the engine itself, as we ask it, and never cut without
  /// a word.
  public boolean refusesOverLong() {
    return switch (this) {
      case OLLAMA, LLAMACPP, TEI, VLLM -> true;
      case OPENAI, LMSTUDIO -> false;
    };
  }

  /// Whether there is a way to have its model rank documents.
  public boolean reranks() {
    return switch (this) {
      case OPENAI, LLAMACPP, VLLM, TEI -> true;
      case OLLAMA, LMSTUDIO -> false;
    };
  }

  /// Whether its rerank answers name a model at all.
  public boolean namesReranker() {
    return this != TEI;
  }
}
