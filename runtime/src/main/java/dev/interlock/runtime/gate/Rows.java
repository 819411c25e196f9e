package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.Refusal;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.store.Verdict;
import java.util.Optional;
import java.util.OptionalInt;

/// Makes a row of the matrix out of a standing.
final class Rows {
  private Rows() {}

  /// The part of a row that differs from standing to standing.
  private record Finding(
      String verdict,
      Optional<Grade> grade,
      Optional<Scores> scores,
      Optional<Rule> rule,
      Optional<String> probe,
      String reason) {
    static Finding open(String verdict, String reason) {
      return new Finding(
          verdict, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), reason);
    }

    static Finding broken(String verdict, Refusal refusal, Optional<Scores> scores) {
      return new Finding(
          verdict,
          Optional.of(Grade.REFUSED),
          scores,
          Optional.of(refusal.rule()),
          refusal.probe().map(Probe::id).or(() -> scores.map(Scores::worstProbe)),
          refusal.reason());
    }
  }

  static MatrixRow of(TableGate gate, Route route, long served, Optional<Verdict> before) {
    var finding = finding(gate, route, before);
    return new MatrixRow(
        route.name(),
        route.model(),
        gate.table(),
        finding.verdict(),
        finding.grade(),
        finding.scores(),
        finding.rule(),
        finding.probe(),
        finding.reason(),
        gate.born().map(b -> OptionalInt.of(b.space().dimension())).orElse(OptionalInt.empty()),
        gate.plan().reducedCoverage(),
        served,
        gate.checkedAt(route.name()));
  }

  private static Finding finding(TableGate gate, Route route, Optional<Verdict> before) {
    if (gate.blocked().isPresent()) {
      return Finding.open("blocked", gate.blocked().get());
    }
    if (!gate.plan().allowed().contains(route)) {
      return Finding.open(
          "excluded",
          "policy %s lets no %s route serve"
              .formatted(gate.plan().policy().word(), route.placement().word()));
    }
    var standing = gate.standing(route.name());
    return switch (standing) {
      case Standing.Unproven _ -> Finding.open(standing.word(), waiting(gate, route, before));
      case Standing.Doubted _ ->
          Finding.open(
              standing.word(),
              "its connection was closed while idle; canaries go out before the next text");
      case Standing.ProbeFailed failed -> Finding.open(standing.word(), failed.reason());
      case Standing.Admitted admitted ->
          new Finding(
              standing.word(),
              Optional.of(admitted.grade()),
              Optional.of(admitted.scores()),
              Optional.empty(),
              Optional.of(admitted.scores().worstProbe()),
              "");
      case Standing.Refused refused ->
          Finding.broken(standing.word(), refused.refusal(), refused.scores());
      case Standing.Suspended suspended ->
          Finding.broken(standing.word(), suspended.refusal(), Optional.empty());
    };
  }

  private static String waiting(TableGate gate, Route route, Optional<Verdict> before) {
    var builder = gate.plan().builder();
    if (gate.born().isPresent() || builder.equals(Optional.of(route))) {
      return before
          .map(v -> "not measured since the start; %s on %s".formatted(v.verdict(), v.checkedAt()))
          .orElse("not measured yet");
    }
    return builder
        .map(b -> "waits until %s has built the table".formatted(b.name()))
        .orElse("no route may build the table under this policy");
  }
}
