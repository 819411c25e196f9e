package dev.interlock.core.gate;

import java.util.List;
import java.util.Optional;

/// What the gate says of one measurement, with every rule and not only the first broken one.
///
/// @param judgement what counts
/// @param rules every rule against anchors, in the order in which they refuse
/// @param probes how many probes were asked
public record Report(Judgement judgement, List<Finding> rules, int probes) {
  public Report {
    rules = List.copyOf(rules);
  }

  /// The figures, absent where the structure was too broken to compute any.
  public Optional<Scores> scores() {
    return switch (judgement) {
      case Judgement.Agrees agrees -> Optional.of(agrees.scores());
      case Judgement.Disagrees disagrees -> disagrees.scores();
    };
  }

  /// The grade.
  public Grade grade() {
    return switch (judgement) {
      case Judgement.Agrees agrees -> agrees.grade();
      case Judgement.Disagrees _ -> Grade.REFUSED;
    };
  }

  /// Why not, empty where it agrees.
  public Optional<Refusal> refusal() {
    return switch (judgement) {
      case Judgement.Agrees _ -> Optional.empty();
      case Judgement.Disagrees disagrees -> Optional.of(disagrees.refusal());
    };
  }

  /// The finding on a rule.
  ///
  /// @throws IllegalArgumentException if the rule is none of a report's
  public Finding finding(Rule rule) {
    return rules.stream()
        .filter(f -> f.rule() == rule)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("a report has no rule " + rule.word()));
  }
}
