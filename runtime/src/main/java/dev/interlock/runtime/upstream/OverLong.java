package dev.interlock.runtime.upstream;

import java.util.List;
import java.util.Locale;

/// How engines say that a text is longer than they take.
///
/// Thread: any, pure.
final class OverLong {
  private static final int SERVER_ERROR = 500;

  /// Ollama, llama.cpp old and new, vLLM and OpenAI, TEI.
  private static final List<String> WORDS =
      List.of(
          "exceeds the context length",
          "exceeds maximum context length",
          "too large to process",
          "exceed_context_size",
          "exceeds the available context size",
          "maximum context length",
          "maximum model length",
          "context_length_exceeded",
          "must have less than");

  private OverLong() {}

  /// Whether an answer says so.
  ///
  /// @param words the engine's own words
  static boolean says(int status, String words) {
    var text = words.toLowerCase(Locale.ROOT);
    return switch (Endings.fault(status)) {
      case REFUSED -> WORDS.stream().anyMatch(text::contains);
      case ENGINE_ERROR -> status == SERVER_ERROR && text.contains("too large to process");
      case UNREACHABLE,
          TIMEOUT,
          BUSY,
          DENIED,
          WITHHELD,
          GIVEN_UP,
          MISMATCH,
          INVALID_RESPONSE,
          COUNT,
          DIMENSION,
          NOT_FINITE,
          ZERO_VECTOR,
          TOO_LONG ->
          false;
    };
  }
}
