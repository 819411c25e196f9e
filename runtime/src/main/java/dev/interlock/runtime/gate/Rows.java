package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.Refusal;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import dev.interlock.core.space.EncoderIdentity;
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

    /// The same with an explanation before its reason, where it has a reason.
    Finding noted(Optional<String> note) {
      return reason.isEmpty() || note.isEmpty()
          ? this
          : new Finding(verdict, grade, scores, rule, probe, note.get() + "; " + reason);
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

  /// What is known besides the standing.
  ///
  /// @param engine what the engine said of itself
  /// @param served texts that went there so far
  /// @param before the last verdict, perhaps of an earlier run
  record Facts(Optional<EngineState> engine, long served, Optional<Verdict> before) {}

  static MatrixRow of(TableGate gate, Route route, Facts facts) {
    var finding = finding(gate, route, facts);
    return new MatrixRow(
        route.name(),
        route.model(),
        route.engine().dialect(),
        facts.engine(),
        gate.table(),
        finding.verdict(),
        finding.grade(),
        finding.scores(),
        finding.rule(),
        finding.probe(),
        finding.reason(),
        gate.born().map(b -> OptionalInt.of(b.space().dimension())).orElse(OptionalInt.empty()),
        Matrix.reference(gate),
        facts.served(),
        gate.checkedAt(route.name()));
  }

  private static Finding finding(TableGate gate, Route route, Facts facts) {
    if (gate.blocked().isPresent()) {
      return Finding.open("blocked", gate.blocked().get());
    }
    if (!gate.plan().allowed().contains(route)) {
      return Finding.open("excluded", excluded(gate, route, facts));
    }
    return standing(gate, route, facts).noted(noted(gate, route, facts));
  }

  private static String excluded(TableGate gate, Route route, Facts facts) {
    var rule =
        "policy %s lets no %s route serve"
            .formatted(gate.plan().policy().word(), route.placement().word());
    return elsewhere(facts).map(e -> e + "; " + rule).orElse(rule);
  }

  private static Optional<String> elsewhere(Facts facts) {
    return facts
        .engine()
        .flatMap(EngineState::elsewhere)
        .map(e -> "its host says that the model runs at %s: a cloud route".formatted(e));
  }

  /// What explains a standing that does not serve: that the engine became another one, since it was
  /// last admitted or since it built the table.
  private static Optional<String> noted(TableGate gate, Route route, Facts facts) {
    return gate.note(route.name())
        .or(() -> sinceBirth(gate, route, facts))
        .or(() -> elsewhere(facts).filter(_ -> route.placement() == Placement.CLOUD));
  }

  private static Optional<String> sinceBirth(TableGate gate, Route route, Facts facts) {
    var then =
        gate.born()
            .map(b -> b.space().encoder())
            .filter(e -> e.route().equals(route.name()))
            .flatMap(EncoderIdentity::revision);
    var now = facts.engine().flatMap(EngineState::identity).map(ModelIdentity::revision);
    return then.isPresent() && now.isPresent() && !then.equals(now)
        ? Optional.of("it built the table as %s and is %s now".formatted(then.get(), now.get()))
        : Optional.empty();
  }

  private static Finding standing(TableGate gate, Route route, Facts facts) {
    var standing = gate.standing(route.name());
    return switch (standing) {
      case Standing.Unproven _ ->
          Finding.open(standing.word(), waiting(gate, route, facts.before()));
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
