package dev.interlock.app.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One way to one engine, or to one cloud account.
///
/// @param to where it leads, by a name of this file
/// @param model the model that is asked for
/// @param accept other spellings of the same model that an answer may bear (B7)
/// @param maxTokens tokens of the longest text, the engine's own special ones left out; empty where
///   the engine is to say it
/// @param pin the upstream provider that a cloud embedding route must name (A7)
/// @param maxBatch texts in one call at the most; empty where the engine is to say it
/// @param concurrency calls under way at once
/// @param price what the model costs, where the provider's own list is not to be asked
/// @param maxCompletionTokens tokens that the model writes in one answer at the most, where the
///   provider's own list does not say so
public record RouteConfig(
    Target to,
    String model,
    List<String> accept,
    OptionalInt maxTokens,
    Optional<String> pin,
    OptionalInt maxBatch,
    int concurrency,
    Optional<PriceConfig> price,
    OptionalInt maxCompletionTokens) {
  static final int CONCURRENCY = 2;

  public RouteConfig {
    accept = List.copyOf(accept);
  }

  /// The route with nothing but what it must name.
  static RouteConfig of(Target to, String model) {
    return new RouteConfig(
        to,
        model,
        List.of(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        CONCURRENCY,
        Optional.empty(),
        OptionalInt.empty());
  }
}
