package dev.interlock.core.route;

/// How much a route takes at once.
///
/// @param maxTokens tokens of the longest text, the engine's own special tokens left out
/// @param maxBatch texts in one call at the most, 1 or more
/// @param concurrency calls under way at once, 1 or more
public record Capacity(int maxTokens, int maxBatch, int concurrency) {
  public Capacity {
    if (maxTokens < 1 || maxBatch < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "maxTokens, maxBatch and concurrency must be 1 or more, got %d, %d, %d"
              .formatted(maxTokens, maxBatch, concurrency));
    }
  }
}
