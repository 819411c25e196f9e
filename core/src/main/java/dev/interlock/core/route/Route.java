package dev.interlock.core.route;

import java.util.List;
import java.util.Optional;

/// One way to one engine: which model, on which host, how much it takes at once.
///
/// @param name the name in `interlock.yaml`, `embedded` for the built-in encoder
/// @param engine where it leads
/// @param model the model that is asked for
/// @param accept other spellings of the same model that an answer may bear (B7)
/// @param pin the only provider behind a cloud's name that may serve; an embedding route of a cloud
///   must name one (A7)
/// @param capacity how much it takes at once
/// @param account the cloud account whose key pays for it; its placement is then cloud
public record Route(
    String name,
    Engine engine,
    String model,
    List<String> accept,
    Optional<String> pin,
    Capacity capacity,
    Optional<String> account) {
  /// The name of the encoder that comes with the program.
  public static final String EMBEDDED = "embedded";

  public Route {
    accept = List.copyOf(accept);
    if (account.isPresent() && engine.placement() != Placement.CLOUD) {
      throw new IllegalArgumentException("route %s has an account and is local".formatted(name));
    }
  }

  /// Where its engine stands.
  public Placement placement() {
    return engine.placement();
  }

  /// The engine's address as a person would name it.
  public String host() {
    return engine.address();
  }

  /// Tokens of the longest text, the engine's own special tokens left out, before the engine was
  /// asked.
  public int maxTokens() {
    return capacity.maxTokens(Optional.empty());
  }

  /// Texts in one call at the most, 1 or more, before the engine was asked.
  public int maxBatch() {
    return capacity.maxBatch(Optional.empty());
  }

  /// Calls under way at once, 1 or more.
  public int concurrency() {
    return capacity.concurrency();
  }

  /// Whether the only mode of this route is one text a call.
  public boolean singleOnly() {
    return maxBatch() == 1;
  }

  /// The same route with its engine found to stand somewhere else.
  public Route at(Placement placement) {
    return new Route(
        name,
        new Engine(placement, engine.dialect(), engine.address()),
        model,
        accept,
        pin,
        capacity,
        account);
  }
}
