package dev.interlock.core.route;

import java.util.Optional;

/// One way to one engine: which model, on which host, how much it takes at once.
///
/// @param name the name in `interlock.yaml`, `embedded` for the built-in encoder
/// @param placement local, or cloud for a host marked so
/// @param host the engine's address as a person would name it
/// @param model the model that is asked for
/// @param pin the upstream provider that a cloud embedding route must name (A7)
/// @param maxTokens tokens of the longest text, the engine's own special tokens left out
/// @param maxBatch texts in one call at the most, 1 or more
/// @param concurrency calls under way at once, 1 or more
public record Route(
    String name,
    Placement placement,
    String host,
    String model,
    Optional<String> pin,
    int maxTokens,
    int maxBatch,
    int concurrency) {

  /// The name of the encoder that comes with the program.
  public static final String EMBEDDED = "embedded";

  public Route {
    if (maxTokens < 1 || maxBatch < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "maxTokens, maxBatch and concurrency must be 1 or more, got %d, %d, %d"
              .formatted(maxTokens, maxBatch, concurrency));
    }
  }

  /// Whether the only mode of this route is one text a call.
  public boolean singleOnly() {
    return maxBatch == 1;
  }
}
