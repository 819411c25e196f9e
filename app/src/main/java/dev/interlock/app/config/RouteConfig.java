package dev.interlock.app.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One way to one engine.
///
/// @param host the name of a host of this file
/// @param model the model that is asked for
/// @param accept other spellings of the same model that an answer may bear (B7)
/// @param maxTokens tokens of the longest text, the engine's own special ones left out; empty where
///   the engine is to say it
/// @param pin the upstream provider that a cloud embedding route must name (A7)
/// @param maxBatch texts in one call at the most; empty where the engine is to say it
/// @param concurrency calls under way at once
public record RouteConfig(
    String host,
    String model,
    List<String> accept,
    OptionalInt maxTokens,
    Optional<String> pin,
    OptionalInt maxBatch,
    int concurrency) {
  static final int CONCURRENCY = 2;

  public RouteConfig {
    accept = List.copyOf(accept);
  }

  /// The route with nothing but what it must name.
  static RouteConfig of(String host, String model) {
    return new RouteConfig(
        host,
        model,
        List.of(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        CONCURRENCY);
  }
}
