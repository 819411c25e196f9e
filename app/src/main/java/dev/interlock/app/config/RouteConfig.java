package dev.interlock.app.config;

import java.util.Optional;

/// One way to one engine.
///
/// @param host the name of a host of this file
/// @param model the model that is asked for
/// @param maxTokens tokens of the longest text, the engine's own special ones left out
/// @param pin the upstream provider that a cloud embedding route must name (A7)
/// @param maxBatch texts in one call at the most
/// @param concurrency calls under way at once
public record RouteConfig(
    String host, String model, int maxTokens, Optional<String> pin, int maxBatch, int concurrency) {
  static final int MAX_TOKENS = 510;
  static final int MAX_BATCH = 32;
  static final int CONCURRENCY = 2;

  /// The route with nothing but what it must name.
  static RouteConfig of(String host, String model) {
    return new RouteConfig(host, model, MAX_TOKENS, Optional.empty(), MAX_BATCH, CONCURRENCY);
  }
}
