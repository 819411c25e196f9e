package dev.interlock.core.money;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Prices by model. What the settings declare comes before what a provider lists; a model in
/// neither has no price, which is not the price nothing (C54).
///
/// Thread: any, a value.
///
/// @param listed by every spelling that the provider gives a model
/// @param declared by the settings' own spelling
/// @param mostWritten tokens of an answer at the most, as the settings declare them
public record PriceBook(
    Map<String, Price> listed, Map<String, Price> declared, Map<String, Long> mostWritten) {
  /// No price is known.
  public static final PriceBook EMPTY = new PriceBook(Map.of(), Map.of());

  public PriceBook {
    listed = Map.copyOf(listed);
    declared = Map.copyOf(declared);
    mostWritten = Map.copyOf(mostWritten);
  }

  /// A book that declares no maxima.
  public PriceBook(Map<String, Price> listed, Map<String, Price> declared) {
    this(listed, declared, Map.of());
  }

  /// The same with another list of the provider's.
  public PriceBook with(Map<String, Price> list) {
    return new PriceBook(list, declared, mostWritten);
  }

  /// The model's price.
  public Optional<Price> of(String model) {
    return Optional.ofNullable(declared.get(model))
        .or(() -> Optional.ofNullable(listed.get(model)));
  }

  /// Tokens that the model writes in one answer at the most; empty if nobody says so.
  public OptionalLong mostWritten(String model) {
    if (mostWritten.containsKey(model)) {
      return OptionalLong.of(mostWritten.get(model));
    }
    var price = listed.get(model);
    return price == null ? OptionalLong.empty() : price.mostWritten();
  }
}
