package dev.interlock.app.config;

import java.util.List;
import java.util.Optional;

/// One way to one engine.
///
/// @param host the name of a host of this file
/// @param model the model that is asked for
/// @param accept other spellings of the same model that an answer may bear (B7)
/// @param maxTokens tokens of the longest text, the engine's own special ones left out
/// @param pin the upstream provider that a cloud embedding route must name (A7)
/// @param maxBatch texts in one call at the most
/// @param concurrency calls under way at once
public record RouteConfig(
    String host,
    String model,
    List<String> accept,
    int maxTokens,
    Optional<String> pin,
    int maxBatch,
    int concurrency) {
  static final int MAX_TOKENS = 510;
  static final int MAX_BATCH = 32;
  static final int CONCURRENCY = 2;

  public RouteConfig {
    accept = List.copyOf(accept);
  }

  /// The route with nothing but what it must name.
  static RouteConfig of(String host, String model) {
    return new RouteConfig(
        host, model, List.of(), MAX_TOKENS, Optional.empty(), MAX_BATCH, CONCURRENCY);
  }
}
