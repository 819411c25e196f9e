package dev.interlock.core.gate;

import java.util.List;
import java.util.Optional;

/// One rule as it stood for one measurement, whether or not an earlier one refused the route.
///
/// @param rule the rule
/// @param held whether it held
/// @param value the measured value of its worst probe; NaN where there is none
/// @param line where the rule draws the line: a least value, for displacement the largest; NaN
///   where it is no number
/// @param probe its worst probe, also of a rule that held; empty where no single one proves it
/// @param failing every probe that breaks it, in the set's order; empty for rules of structure
/// @param reason the words of a broken rule, empty otherwise
public record Finding(
    Rule rule,
    Held held,
    double value,
    double line,
    Optional<Probe> probe,
    List<Probe> failing,
    String reason) {
  /// Whether a rule held.
  public enum Held {
    YES,
    NO,
    /// A broken rule before it left nothing to measure.
    NOT_MEASURED
  }

  public Finding {
    failing = List.copyOf(failing);
  }

  static Finding held(Rule rule, double value, double line, Optional<Probe> probe) {
    return new Finding(rule, Held.YES, value, line, probe, List.of(), "");
  }

  static Finding notMeasured(Rule rule) {
    return new Finding(
        rule, Held.NOT_MEASURED, Double.NaN, Double.NaN, Optional.empty(), List.of(), "");
  }

  static Finding broken(Refusal refusal, double value, double line, List<Probe> failing) {
    return new Finding(
        refusal.rule(), Held.NO, value, line, refusal.probe(), failing, refusal.reason());
  }
}
