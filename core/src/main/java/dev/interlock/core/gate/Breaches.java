package dev.interlock.core.gate;

import static dev.interlock.core.gate.Reasons.figure;
import static dev.interlock.core.gate.Reasons.name;
import static dev.interlock.core.gate.Reasons.under;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
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
    return new Breaches(set, figures)
        .each().values().stream().map(Supplier::get).flatMap(Optional::stream).findFirst();
  }

  private SequencedMap<Rule, Supplier<Optional<Refusal>>> each() {
    var rules = new LinkedHashMap<Rule, Supplier<Optional<Refusal>>>();
    rules.put(Rule.NEAREST, this::nearest);
    rules.put(Rule.MINIMUM, this::minimum);
    rules.put(Rule.RELATIVE, this::relative);
    rules.put(Rule.DISPLACEMENT, this::displacement);
    rules.put(Rule.TAIL_PAIR, this::tailPair);
    return rules;
  }

  /// Every rule, broken or not, in the order in which they refuse.
  static List<Finding> findings(ProbeSet set, Figures figures) {
    var breaches = new Breaches(set, figures);
    return breaches.each().entrySet().stream()
        .map(rule -> breaches.finding(rule.getKey(), rule.getValue().get()))
        .toList();
  }

  private Finding finding(Rule rule, Optional<Refusal> refusal) {
    return switch (rule) {
      case NEAREST -> finding(rule, refusal, new Measure(0, figures::lead, this::leads));
      case MINIMUM ->
          finding(rule, refusal, new Measure(Floors.MINIMUM, figures::cosine, this::near));
      case RELATIVE ->
          finding(rule, refusal, new Measure(Floors.RELATIVE, figures::relative, this::relates));
      case TAIL_PAIR ->
          finding(rule, refusal, new Measure(Floors.TAIL_RATIO, figures::tailRatio, this::apart));
      case DISPLACEMENT -> {
        var most = Optional.of(set.probes().get(leastOf(figures::cosine)));
        double value = figures.displacement();
        yield refusal
            .map(r -> Finding.broken(r, value, Floors.DISPLACEMENT, List.of()))
            .orElseGet(() -> Finding.held(rule, value, Floors.DISPLACEMENT, most));
      }
      case COUNT, DIMENSION, FINITE, ZERO, DISTINCT, DRIFT, PIN ->
          throw new IllegalArgumentException(rule + " needs no reference");
    };
  }

  /// How a rule looks at each probe.
  private record Measure(double line, IntToDoubleFunction value, IntPredicate passes) {}

  private Finding finding(Rule rule, Optional<Refusal> refusal, Measure measure) {
    if (refusal.isEmpty()) {
      int worst = leastOf(measure.value());
      double value = measure.value().applyAsDouble(worst);
      return Double.isInfinite(value)
          ? Finding.held(rule, Double.NaN, measure.line(), Optional.empty())
          : Finding.held(rule, value, measure.line(), Optional.of(set.probes().get(worst)));
    }
    var probe = refusal.get().probe().orElseThrow();
    var failing =
        IntStream.range(0, set.size())
            .filter(measure.passes().negate())
            .mapToObj(set.probes()::get)
            .toList();
    double value = measure.value().applyAsDouble(set.position(probe.id()));
    return Finding.broken(refusal.get(), value, measure.line(), failing);
  }

  private boolean leads(int probe) {
    return figures.lead(probe) >= -TIE;
  }

  private boolean near(int probe) {
    return figures.cosine(probe) >= Floors.MINIMUM;
  }

  private boolean relates(int probe) {
    return figures.relative(probe) >= Floors.RELATIVE;
  }

  private boolean apart(int probe) {
    return figures.tailRatio(probe) >= Floors.TAIL_RATIO;
  }

  private int leastOf(IntToDoubleFunction value) {
    return Figures.worst(IntStream.range(0, set.size()).mapToDouble(value).toArray());
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

  /// The probe was answered as at admission here, and otherwise there.
  static Refusal unsteady(Probe probe) {
    return new Refusal(
        Rule.DRIFT,
        Optional.of(probe),
        Double.NaN,
        ("%s: some answers are as at admission and some are not: of several engines behind the"
                + " route, or of the places in its batches, one is another")
            .formatted(name(probe)));
  }

  private Optional<Refusal> nearest() {
    return worst(figures::cosine, this::leads)
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
    return worst(figures::cosine, this::near)
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
    return worst(figures::tailRatio, this::apart)
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
