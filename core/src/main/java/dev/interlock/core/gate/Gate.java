package dev.interlock.core.gate;

import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The compatibility gate: whether a route's vectors belong into a table (A3, design §4).
///
/// Rules are asked in a fixed order, and the first broken one is the refusal: count, dimension,
/// finite, zero, nearest, minimum, relative, displacement, tail pair; for a builder tail pair and
/// distinct follow the structure. A pass whose structure is broken refuses the route, whatever the
/// mode. Full batches that merely differ from one by one take those modes away: the route may serve
/// in the mode of its one-by-one pass, and only that pass is judged. Lengths are never judged, rows
/// and queries are normalised by us.
///
/// Thread: any, pure.
public final class Gate {
  private static final List<Rule> STRUCTURE =
      List.of(Rule.COUNT, Rule.DIMENSION, Rule.FINITE, Rule.ZERO);
  private static final List<Rule> AGAINST_ANCHORS =
      List.of(Rule.NEAREST, Rule.MINIMUM, Rule.RELATIVE, Rule.DISPLACEMENT, Rule.TAIL_PAIR);

  private Gate() {}

  /// Judges a route against a table's anchors.
  ///
  /// @throws IllegalArgumentException if the route was measured with another probe set
  public static Judgement judge(Anchors anchors, Measured measured) {
    return report(anchors, measured).judgement();
  }

  /// The same judgement, with what every rule says of the route.
  ///
  /// @throws IllegalArgumentException if the route was measured with another probe set
  public static Report report(Anchors anchors, Measured measured) {
    if (!anchors.set().equals(measured.set())) {
      throw new IllegalArgumentException(
          "route %s was measured with another probe set than the table's"
              .formatted(measured.route()));
    }
    var structure = Structure.each(measured, OptionalInt.of(anchors.dimension()));
    var findings = new ArrayList<>(structural(structure, anchors.dimension()));
    var broken = structure.values().stream().flatMap(Optional::stream).findFirst();
    if (broken.isPresent()) {
      AGAINST_ANCHORS.stream().map(Finding::notMeasured).forEach(findings::add);
      return new Report(
          new Judgement.Disagrees(broken.get(), Optional.empty()), findings, anchors.set().size());
    }
    var self = SelfAgreement.of(measured);
    var figures = new Figures(anchors);
    judged(measured, self).forEach(pass -> figures.add(pass.vectors()));
    var scores = figures.scores(self.least());
    findings.addAll(Breaches.findings(anchors.set(), figures));
    var judgement =
        Breaches.first(anchors.set(), figures)
            .<Judgement>map(refusal -> new Judgement.Disagrees(refusal, Optional.of(scores)))
            .orElseGet(() -> agrees(measured, self, scores));
    return new Report(judgement, findings, anchors.set().size());
  }

  private static List<Finding> structural(Map<Rule, Optional<Refusal>> structure, int dimension) {
    return STRUCTURE.stream()
        .map(
            rule -> {
              double line = rule == Rule.DIMENSION ? dimension : Double.NaN;
              var refusal = structure.get(rule);
              if (refusal == null) {
                return Finding.notMeasured(rule);
              }
              return refusal
                  .map(r -> Finding.broken(r, r.value(), line, List.of()))
                  .orElseGet(() -> Finding.held(rule, line, line, Optional.empty()));
            })
        .toList();
  }

  /// Judges the route that is to give an empty table its anchors, so without a reference.
  ///
  /// @param dimension the width that the configuration demands, if any
  public static Judgement judgeBuilder(OptionalInt dimension, Measured measured) {
    var broken = Structure.broken(measured, dimension);
    if (broken.isPresent()) {
      return new Judgement.Disagrees(broken.get(), Optional.empty());
    }
    var self = SelfAgreement.of(measured);
    var unfit = BuilderRules.first(measured.set(), measured.singles().vectors());
    boolean cut = unfit.filter(r -> r.rule() == Rule.TAIL_PAIR).isPresent();
    var worst = unfit.flatMap(Refusal::probe).orElse(measured.set().probes().get(self.probe()));
    var scores = new Scores(1, 1, 1, 1, 0, cut ? 0 : 1, self.least(), worst.id());
    return unfit
        .<Judgement>map(refusal -> new Judgement.Disagrees(refusal, Optional.of(scores)))
        .orElseGet(() -> agrees(measured, self, scores));
  }

  /// Judges a few probes asked again of an admitted route (A5, "Drift" of the gate's evidence).
  ///
  /// @param anchors the table's anchors, which serve the floor
  /// @param own the route's own vectors kept from its admission
  /// @param positions the canaries' positions in the set
  /// @param answered what came back, one vector for each position
  /// @return why the route must be suspended, empty if it still answers as it did
  public static Optional<Refusal> canary(
      Anchors anchors, Own own, List<Integer> positions, List<float[]> answered) {
    var probes = positions.stream().map(anchors.set().probes()::get).toList();
    var call = new Pass(List.of(new Pass.Call(positions.size(), answered)));
    return Structure.broken("canaries", probes, call, anchors.dimension())
        .or(() -> drifted(anchors, own, positions, answered));
  }

  private static Optional<Refusal> drifted(
      Anchors anchors, Own own, List<Integer> positions, List<float[]> answered) {
    for (int i = 0; i < positions.size(); i++) {
      int at = positions.get(i);
      var refusal =
          Breaches.canary(
              anchors.set().probes().get(at),
              Vectors.cosine(answered.get(i), own.nearest(at, answered.get(i))),
              Vectors.cosine(answered.get(i), anchors.vectors().get(at)));
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  /// How a route that was asked for all probes again differs from what it was at its admission.
  public static Drifted drifted(Own own, Measured measured) {
    var passes = new ArrayList<>(List.of(measured.singles()));
    if (!own.batched().isEmpty()) {
      measured.batched().ifPresent(passes::add);
      measured.reversed().ifPresent(passes::add);
    }
    var vectors = passes.stream().map(Pass::vectors).toList();
    var always = new ArrayList<Integer>();
    var sometimes = new ArrayList<Integer>();
    for (int i = 0; i < own.singles().size(); i++) {
      int at = i;
      long moved = vectors.stream().filter(pass -> !same(own, at, pass)).count();
      if (moved == vectors.size()) {
        always.add(i);
      } else if (moved > 0) {
        sometimes.add(i);
      }
    }
    return new Drifted(always, sometimes);
  }

  /// The same after one probe was asked so many times more.
  ///
  /// @param answered its vectors, one by one
  public static Drifted drifted(Own own, Drifted before, int position, List<float[]> answered) {
    boolean steady = answered.stream().noneMatch(vector -> agrees(own, position, vector));
    if (steady || !before.always().contains(position)) {
      return before;
    }
    var always = before.always().stream().filter(i -> i != position).toList();
    var sometimes = new ArrayList<>(before.sometimes());
    sometimes.add(position);
    return new Drifted(always, sometimes);
  }

  /// What becomes of a judgement that agrees though the route answers now so, now so: it disagrees.
  /// Whatever it makes would be in doubt for ever.
  public static Judgement steady(ProbeSet set, Judgement judgement, Drifted drifted) {
    return switch (judgement) {
      case Judgement.Agrees agrees when !drifted.sometimes().isEmpty() ->
          new Judgement.Disagrees(
              Breaches.unsteady(set.probes().get(drifted.sometimes().getFirst())),
              Optional.of(agrees.scores()));
      case Judgement.Agrees agrees -> agrees;
      case Judgement.Disagrees disagrees -> disagrees;
    };
  }

  private static boolean same(Own own, int position, List<float[]> pass) {
    return position < pass.size() && agrees(own, position, pass.get(position));
  }

  private static boolean agrees(Own own, int position, float[] answered) {
    return answered.length == own.singles().get(position).length
        && Vectors.cosine(answered, own.nearest(position, answered)) >= Floors.CANARY;
  }

  private static Judgement agrees(Measured measured, SelfAgreement self, Scores scores) {
    var grade = scores.minCosine() >= Floors.SAME ? Grade.SAME : Grade.NEAR;
    var mode = self.holds() ? measured.full() : measured.single();
    var batched = measured.batched().filter(_ -> self.holds());
    var own = new Own(units(measured.singles()), batched.map(Gate::units).orElse(List.of()));
    return new Judgement.Agrees(grade, scores, mode, own);
  }

  private static List<float[]> units(Pass pass) {
    return pass.vectors().stream().map(Vectors::unit).toList();
  }

  private static List<Pass> judged(Measured measured, SelfAgreement self) {
    var passes = new ArrayList<>(List.of(measured.singles()));
    if (self.holds()) {
      measured.batched().ifPresent(passes::add);
      measured.reversed().ifPresent(passes::add);
    }
    return passes;
  }
}
