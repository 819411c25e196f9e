package dev.interlock.core.gate;

import static dev.interlock.core.gate.Reasons.figure;
import static dev.interlock.core.gate.Reasons.name;
import static dev.interlock.core.gate.Reasons.under;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// The rules that need a reference, in their order, each with its words. Comparisons are written so
/// that NaN refuses.
final class Breaches {
  /// Two anchors as near as this are equally near.
  private static final double TIE = 1e-6;

  private final ProbeSet set;
  private final Figures figures;

  private Breaches(ProbeSet set, Figures figures) {
    this.set = set;
    this.figures = figures;
  }

  /// The first broken rule; within a rule the worst probe.
  static Optional<Refusal> first(ProbeSet set, Figures figures) {
    var breaches = new Breaches(set, figures);
    return breaches
        .nearest()
        .or(breaches::minimum)
        .or(breaches::relative)
        .or(breaches::displacement)
        .or(breaches::tailPair);
  }

  /// Whether one canary drifted from its route's admission, or left the anchors.
  ///
  /// @param toOwn cosine to the route's own vector
  /// @param toAnchor cosine to the table's anchor
  static Optional<Refusal> canary(Probe probe, double toOwn, double toAnchor) {
    if (!(toOwn >= Floors.CANARY)) {
      return Optional.of(
          new Refusal(
              Rule.DRIFT,
              Optional.of(probe),
              toOwn,
              "%s: cosine %s to the route's own vector at admission; the rule is >= 0.9999"
                  .formatted(name(probe), under(toOwn, Floors.CANARY))));
    }
    return toAnchor >= Floors.MINIMUM
        ? Optional.empty()
        : Optional.of(minimum(probe, toAnchor, ""));
  }

  private Optional<Refusal> nearest() {
    return worst(figures::cosine, i -> figures.lead(i) >= -TIE)
        .map(
            i -> {
              var probe = set.probes().get(i);
              return new Refusal(
                  Rule.NEAREST,
                  Optional.of(probe),
                  figures.cosine(i),
                  "%s: cosine %s to its own anchor, nearer to that of %s; the rule is nearest to its own%s"
                      .formatted(
                          name(probe),
                          figure(figures.cosine(i)),
                          set.probes().get(figures.rival(i)).id(),
                          cutToo(probe)));
            });
  }

  private Optional<Refusal> minimum() {
    return worst(figures::cosine, i -> figures.cosine(i) >= Floors.MINIMUM)
        .map(
            i -> {
              var probe = set.probes().get(i);
              return minimum(probe, figures.cosine(i), cutToo(probe));
            });
  }

  private static Refusal minimum(Probe probe, double cosine, String more) {
    return new Refusal(
        Rule.MINIMUM,
        Optional.of(probe),
        cosine,
        "%s: cosine %s to its anchor; the rule is >= 0.99%s"
            .formatted(name(probe), under(cosine, Floors.MINIMUM), more));
  }

  private Optional<Refusal> relative() {
    return worst(figures::cosine, i -> figures.relative(i) >= Floors.RELATIVE)
        .map(
            i -> {
              var probe = set.probes().get(i);
              return new Refusal(
                  Rule.RELATIVE,
                  Optional.of(probe),
                  figures.relative(i),
                  "%s: relative cosine %s (cosine %s where different texts have %s); the rule is >= 0.97%s"
                      .formatted(
                          name(probe),
                          under(figures.relative(i), Floors.RELATIVE),
                          figure(figures.cosine(i)),
                          figure(figures.likeness()),
                          cutToo(probe)));
            });
  }

  private Optional<Refusal> displacement() {
    double value = figures.displacement();
    if (value <= Floors.DISPLACEMENT) {
      return Optional.empty();
    }
    return worst(figures::cosine, i -> false)
        .map(
            i ->
                new Refusal(
                    Rule.DISPLACEMENT,
                    Optional.of(set.probes().get(i)),
                    value,
                    "all probes together: displacement %s, most at %s; the rule is <= 0.10"
                        .formatted(over(value), name(set.probes().get(i)))));
  }

  private static String over(double value) {
    return value - Floors.DISPLACEMENT < 0.00005 ? figure(value + 0.00005) : figure(value);
  }

  private Optional<Refusal> tailPair() {
    return worst(figures::tailRatio, i -> figures.tailRatio(i) >= Floors.TAIL_RATIO)
        .map(
            i -> {
              var probe = set.probes().get(i);
              return new Refusal(
                  Rule.TAIL_PAIR,
                  Optional.of(probe),
                  figures.tailRatio(i),
                  "%s: told apart from %s by %s of the anchors' distance; the rule is >= 0.5: %s"
                      .formatted(
                          name(probe),
                          probe.twin().orElse("nothing"),
                          under(figures.tailRatio(i), Floors.TAIL_RATIO),
                          Reasons.limitBelow(set)));
            });
  }

  /// A long probe that fails where a tail pair looks alike too was cut: people must be told so.
  private String cutToo(Probe probe) {
    boolean cut = tailPair().isPresent();
    return switch (probe.kind()) {
      case LONGEST, TAIL_PAIR, LENGTH -> cut ? "; " + Reasons.limitBelow(set) : "";
      case SHORT, LONG_WORD, SCRIPT, ACCENT, CASE, GENERAL, NEAR_DUPLICATE, QUERY_FORM -> "";
    };
  }

  private Optional<Integer> worst(IntToDoubleFunction value, IntPredicate passes) {
    var failing = IntStream.range(0, set.size()).filter(passes.negate()).toArray();
    if (failing.length == 0) {
      return Optional.empty();
    }
    return Optional.of(failing[Figures.worst(Arrays.stream(failing).mapToDouble(value).toArray())]);
  }
}
