package dev.interlock.core.route;

import java.util.Optional;
import java.util.OptionalInt;

/// How much a route takes at once, as far as the file says; what it leaves open the engine says, or
/// a default.
///
/// @param givenTokens tokens of the longest text, the engine's own special tokens left out
/// @param givenBatch texts in one call at the most, 1 or more
/// @param concurrency calls under way at once, 1 or more
public record Capacity(OptionalInt givenTokens, OptionalInt givenBatch, int concurrency) {
  /// Tokens of the longest text where neither file nor engine says more.
  public static final int MAX_TOKENS = 510;

  /// Texts in one call where neither file nor engine says more.
  public static final int MAX_BATCH = 32;

  public Capacity {
    if (givenTokens.orElse(1) < 1 || givenBatch.orElse(1) < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "maxTokens, maxBatch and concurrency must be 1 or more, got %s, %s, %d"
              .formatted(givenTokens, givenBatch, concurrency));
    }
  }

  /// A capacity that is known in all its parts.
  public Capacity(int maxTokens, int maxBatch, int concurrency) {
    this(OptionalInt.of(maxTokens), OptionalInt.of(maxBatch), concurrency);
  }

  /// Tokens of the longest text: the file's word, else the engine's, else the default.
  public int maxTokens(Optional<EngineState> state) {
    return givenTokens.orElseGet(() -> told(state, true).orElse(MAX_TOKENS));
  }

  /// Texts in one call at the most: the file's word, else the engine's, else the default.
  public int maxBatch(Optional<EngineState> state) {
    return givenBatch.orElseGet(() -> told(state, false).orElse(MAX_BATCH));
  }

  private static OptionalInt told(Optional<EngineState> state, boolean tokens) {
    return state.map(s -> tokens ? s.maxTokens() : s.maxBatch()).orElse(OptionalInt.empty());
  }
}
