package dev.interlock.core.gate;

import java.util.Optional;

/// What the gate says of one measurement.
public sealed interface Judgement {

  /// All rules hold.
  ///
  /// @param grade `same` or `near`
  /// @param scores the figures
  /// @param mode the widest mode in which the route may serve
  /// @param own the route's own unit vectors, for later canaries
  record Agrees(Grade grade, Scores scores, Mode mode, Own own) implements Judgement {}

  /// A rule is broken.
  ///
  /// @param refusal the first broken rule
  /// @param scores the figures, absent where the structure was too broken to compute any
  record Disagrees(Refusal refusal, Optional<Scores> scores) implements Judgement {}
}
