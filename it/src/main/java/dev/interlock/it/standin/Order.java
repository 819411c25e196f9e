package dev.interlock.it.standin;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A call that a provider is about to serve.
///
/// @param id of the generation
/// @param fault what will go wrong with its answer
record Order(String id, JsonNode body, Model model, Provider provider, Optional<Fault> fault) {
  /// The answer's `provider`, where it has one.
  Optional<String> saidProvider() {
    if (twisted(Fault.Kind.OTHER_PROVIDER)) {
      return Optional.of("Elsewhere");
    }
    return provider.has(Provider.Habit.UNNAMED)
        ? Optional.empty()
        : Optional.of(provider.display());
  }

  /// The answer's `model`.
  String saidModel(String usual) {
    return twisted(Fault.Kind.OTHER_MODEL) ? "shore/another" : usual;
  }

  /// Whether the answer is to hold nothing.
  boolean empty() {
    return twisted(Fault.Kind.EMPTY);
  }

  private boolean twisted(Fault.Kind kind) {
    return fault.map(f -> f.kind() == kind).orElse(false);
  }

  /// Headers of the answer.
  Map<String, String> headers() {
    return Map.of("x-generation-id", id);
  }
}
