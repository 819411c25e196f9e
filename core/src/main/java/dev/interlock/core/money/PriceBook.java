package dev.interlock.core.money;

import java.util.Map;
import java.util.Optional;

/// Prices by model. What the settings declare comes before what a provider lists; a model in
/// neither has no price, which is not the price nothing (C54).
///
/// Thread: any, a value.
///
/// @param listed by every spelling that the provider gives a model
/// @param declared by the settings' own spelling
public record PriceBook(Map<String, Price> listed, Map<String, Price> declared) {
  /// No price is known.
  public static final PriceBook EMPTY = new PriceBook(Map.of(), Map.of());

  public PriceBook {
    listed = Map.copyOf(listed);
    declared = Map.copyOf(declared);
  }

  /// The model's price.
  public Optional<Price> of(String model) {
    return Optional.ofNullable(declared.get(model))
        .or(() -> Optional.ofNullable(listed.get(model)));
  }
}
