package dev.interlock.core.gate;

import java.util.Optional;

/// Why a route may not serve a table: the first broken rule, with the probe that proves it.
///
/// @param rule the rule
/// @param probe the probe, where one proves it
/// @param value the measured value, NaN where there is none
/// @param reason one sentence for people: probe, kind, value and rule
public record Refusal(Rule rule, Optional<Probe> probe, double value, String reason) {
  /// A cloud route may answer from any provider unless it names one (A7).
  public static Refusal noPin(String route) {
    return new Refusal(
        Rule.PIN,
        Optional.empty(),
        Double.NaN,
        "cloud route %s names no upstream provider; give it a pin".formatted(route));
  }
}
