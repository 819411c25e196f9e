package dev.interlock.app.config;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;

/// What a route's model costs, where the file says so.
///
/// @param prompt for a million tokens read
/// @param completion for a million tokens written
/// @param cached for a million tokens read from a cache
/// @param request for each call
public record PriceConfig(
    NanoUsd prompt, NanoUsd completion, Optional<NanoUsd> cached, NanoUsd request) {
  /// A million tokens for more than that is a mistake.
  static final NanoUsd MOST = new NanoUsd(1_000_000_000_000_000L);

  /// The price.
  ///
  /// @param today when the file was read
  public Price dated(LocalDate today) {
    return new Price(
        prompt, cached, completion, request, today, Price.Source.SETTINGS, OptionalLong.empty());
  }

  static Optional<PriceConfig> read(Section section) {
    section.only(Shape.PRICE);
    var prompt = section.required("promptUsdPerMillion").flatMap(PriceConfig::dollars);
    var completion = section.required("completionUsdPerMillion").flatMap(PriceConfig::dollars);
    var cached = section.field("cachedUsdPerMillion").flatMap(PriceConfig::dollars);
    var request = section.field("requestUsd").flatMap(PriceConfig::dollars);
    return prompt.flatMap(
        p -> completion.map(w -> new PriceConfig(p, w, cached, request.orElse(NanoUsd.ZERO))));
  }

  private static Optional<NanoUsd> dollars(Field field) {
    return field.dollars(MOST);
  }
}
