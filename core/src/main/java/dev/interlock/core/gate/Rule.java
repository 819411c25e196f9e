package dev.interlock.core.gate;

import java.util.Locale;

/// The rule that refused a route.
public enum Rule {
  /// A vector for each text.
  COUNT,
  /// Every vector exactly as wide as the table.
  DIMENSION,
  /// Finite components.
  FINITE,
  /// Length above zero.
  ZERO,
  /// Each vector nearest to its own anchor.
  NEAREST,
  /// Cosine of each probe to its anchor at least [Floors#MINIMUM].
  MINIMUM,
  /// Relative cosine of each probe at least [Floors#RELATIVE].
  RELATIVE,
  /// All probes together displaced at most [Floors#DISPLACEMENT].
  DISPLACEMENT,
  /// Tail pairs told apart: the whole text is read.
  TAIL_PAIR,
  /// Different probes have different vectors, so that the set can tell anything.
  DISTINCT,
  /// A canary still gives the vector of its route's admission: cosine at least [Floors#CANARY].
  DRIFT,
  /// A cloud route names its upstream.
  PIN;

  /// The word in reports, such as `tail-pair`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
