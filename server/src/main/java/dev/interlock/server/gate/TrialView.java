package dev.interlock.server.gate;

import dev.interlock.core.gate.Finding;
import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.gate.Refusal;
import dev.interlock.core.gate.Remedy;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.space.Space;
import dev.interlock.runtime.gate.Stranger;
import dev.interlock.runtime.gate.Tried;
import dev.interlock.runtime.upstream.Offered;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/// The report on a server that was tried against a table. Figures have four decimals, rounded so
/// that a broken rule never reads as one that held.
///
/// @param verdict `admitted`, `refused`, or `probe_failed` where no whole answer came
/// @param reason why not; empty where it is admitted
/// @param remedy what the refusal points to; empty where it points to nothing
/// @param code the fault's code where no whole answer came, such as `upstream_unreachable`
/// @param selfAgreement empty where no batch was asked, since the answers one by one refuse already
/// @param worstText the text of the worst probe, its middle left out where it is long
/// @param dimension width of the server's vectors
/// @param batch texts in one call at the most that it may serve with
/// @param probes how many probes were asked
/// @param rules every rule, in the order in which they refuse
/// @param identity who was asked, and for which table
public record TrialView(
    String verdict,
    Optional<String> grade,
    String reason,
    String remedy,
    Optional<String> code,
    Optional<BigDecimal> minCosine,
    Optional<BigDecimal> meanCosine,
    Optional<BigDecimal> centredMin,
    Optional<BigDecimal> relativeMin,
    Optional<BigDecimal> displacement,
    Optional<BigDecimal> tailRatio,
    Optional<BigDecimal> selfAgreement,
    Optional<String> worstProbe,
    Optional<String> worstKind,
    Optional<String> worstText,
    OptionalInt dimension,
    OptionalInt batch,
    OptionalInt concurrency,
    OptionalInt probes,
    List<RuleView> rules,
    Identity identity) {

  private static final int MOST_NAMES = 50;

  /// One rule.
  ///
  /// @param holds empty where a broken rule before it left nothing to measure
  /// @param value the measured value of its worst probe
  /// @param floor where it draws the line: the least value, for `displacement` the largest
  /// @param failing every probe that breaks it
  public record RuleView(
      String rule,
      Optional<Boolean> holds,
      Optional<BigDecimal> value,
      Optional<BigDecimal> floor,
      Optional<String> probe,
      List<String> failing,
      String reason) {}

  /// Who was asked.
  ///
  /// @param model what was asked for
  /// @param served the server's own word for what answered
  /// @param engine what the engine says of the model it holds, and its version
  /// @param offered the models that it lists, 50 at the most; empty where it tells no list
  /// @param space label of the table's space
  /// @param builder the route that built the table
  /// @param maxTokens tokens of the table's longest text
  public record Identity(
      String table,
      String url,
      String dialect,
      String placement,
      Optional<String> model,
      Optional<String> served,
      Optional<String> engine,
      List<String> offered,
      String space,
      String builder,
      int maxTokens) {}

  /// The view of a trial in which the probes were answered.
  public static TrialView of(Stranger stranger, Tried.Judged judged) {
    var report = judged.report();
    var worst = worst(judged);
    var mode =
        switch (report.judgement()) {
          case Judgement.Agrees agrees -> Optional.of(agrees.mode());
          case Judgement.Disagrees _ -> Optional.<Mode>empty();
        };
    return new TrialView(
        report.grade() == Grade.REFUSED ? "refused" : "admitted",
        Optional.of(report.grade().word()),
        report.refusal().map(Refusal::reason).orElse(""),
        Remedy.of(report, judged.table().label()),
        Optional.empty(),
        figure(judged, Scores::minCosine),
        figure(judged, Scores::meanCosine),
        figure(judged, Scores::centredMin),
        figure(judged, Scores::relativeMin),
        figure(judged, Scores::displacement),
        figure(judged, Scores::tailRatio),
        figure(judged, Scores::selfAgreement).filter(_ -> judged.batched()),
        worst.map(Probe::id),
        worst.map(probe -> probe.kind().word()),
        worst.map(probe -> Shortened.of(probe.text())),
        width(judged),
        mode.map(m -> OptionalInt.of(m.batch())).orElse(OptionalInt.empty()),
        mode.map(m -> OptionalInt.of(m.concurrency())).orElse(OptionalInt.empty()),
        OptionalInt.of(report.probes()),
        report.rules().stream().map(TrialView::rule).toList(),
        identity(
            stranger,
            new Asked(
                Optional.of(judged.model()), judged.served(), judged.state(), judged.offered()),
            judged.table()));
  }

  /// The view of a trial that brought no whole answer.
  public static TrialView of(Stranger stranger, Tried.Failed failed) {
    return new TrialView(
        "probe_failed",
        Optional.empty(),
        failed.reason(),
        "",
        Optional.of(failed.fault().code()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        List.of(),
        identity(
            stranger,
            new Asked(failed.model(), Optional.empty(), Optional.empty(), failed.offered()),
            failed.table()));
  }

  /// The probe that proves a refusal, else the one with the least cosine.
  private static Optional<Probe> worst(Tried.Judged judged) {
    ProbeSet set = judged.set();
    return judged
        .report()
        .refusal()
        .flatMap(Refusal::probe)
        .or(
            () ->
                judged
                    .report()
                    .scores()
                    .map(scores -> set.probes().get(set.position(scores.worstProbe()))));
  }

  private static OptionalInt width(Tried.Judged judged) {
    var finding = judged.report().finding(Rule.DIMENSION);
    return Double.isNaN(finding.value())
        ? OptionalInt.empty()
        : OptionalInt.of((int) finding.value());
  }

  private static RuleView rule(Finding finding) {
    return new RuleView(
        finding.rule().word(),
        switch (finding.held()) {
          case YES -> Optional.of(true);
          case NO -> Optional.of(false);
          case NOT_MEASURED -> Optional.empty();
        },
        Rounded.of(finding),
        Rounded.plain(finding.line()),
        finding.probe().map(Probe::id),
        finding.failing().stream().map(Probe::id).toList(),
        finding.reason());
  }

  private static Optional<BigDecimal> figure(Tried.Judged judged, ToDoubleFunction<Scores> part) {
    return judged.report().scores().map(part::applyAsDouble).flatMap(Rounded::down);
  }

  private record Asked(
      Optional<String> model,
      Optional<String> served,
      Optional<EngineState> state,
      Offered offered) {}

  private static Identity identity(Stranger stranger, Asked asked, Space space) {
    return new Identity(
        stranger.table().word(),
        stranger.url().toString(),
        stranger.dialect().word(),
        stranger.placement().word(),
        asked.model(),
        asked.served(),
        asked.state().flatMap(EngineState::words),
        switch (asked.offered()) {
          case Offered.Names names -> names.names().stream().limit(MOST_NAMES).toList();
          case Offered.Unlisted _, Offered.Unreachable _ -> List.of();
        },
        space.label(),
        space.encoder().route(),
        space.recipe().maxTokens());
  }
}
