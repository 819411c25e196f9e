package dev.interlock.core.gate;

import dev.interlock.core.space.Vectors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/// Whether the answers are vectors at all: a vector for each text, of the right width, finite, of
/// some length. Only then can a cosine be taken.
final class Structure {
  private Structure() {}

  /// The first broken rule over all passes of a measurement.
  ///
  /// @param dimension the width to expect; where empty, that of the first vector
  static Optional<Refusal> broken(Measured measured, OptionalInt dimension) {
    return each(measured, dimension).values().stream().flatMap(Optional::stream).findFirst();
  }

  /// Every rule with its refusal, in their order. Where the count is wrong nothing more is looked
  /// at.
  static SequencedMap<Rule, Optional<Refusal>> each(Measured measured, OptionalInt dimension) {
    var probes = measured.set().probes();
    var passes = new LinkedHashMap<String, Pass>();
    passes.put("one by one", measured.singles());
    measured.batched().ifPresent(pass -> passes.put("in full batches", pass));
    measured.reversed().ifPresent(pass -> passes.put("in reversed batches", pass));
    var rules = new LinkedHashMap<Rule, Optional<Refusal>>();
    rules.put(Rule.COUNT, firstOf(passes, (how, pass) -> count(how, probes, pass)));
    if (rules.get(Rule.COUNT).isEmpty()) {
      int width = dimension.orElseGet(() -> measured.singles().vectors().getFirst().length);
      rules.put(Rule.DIMENSION, firstOf(passes, (how, pass) -> width(how, probes, pass, width)));
      rules.put(Rule.FINITE, firstOf(passes, (how, pass) -> finite(how, probes, pass)));
      rules.put(Rule.ZERO, firstOf(passes, (how, pass) -> zero(how, probes, pass)));
    }
    return rules;
  }

  /// The first broken rule of one pass over some probes.
  static Optional<Refusal> broken(String how, List<Probe> probes, Pass pass, int width) {
    return count(how, probes, pass)
        .or(() -> width(how, probes, pass, width))
        .or(() -> finite(how, probes, pass))
        .or(() -> zero(how, probes, pass));
  }

  private static Optional<Refusal> firstOf(
      Map<String, Pass> passes, BiFunction<String, Pass, Optional<Refusal>> rule) {
    return passes.entrySet().stream()
        .map(e -> rule.apply(e.getKey(), e.getValue()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Refusal> count(String how, List<Probe> probes, Pass pass) {
    for (var call : pass.calls()) {
      if (!call.whole()) {
        return Optional.of(miscounted(how, call.vectors().size(), call.asked(), "in one call"));
      }
    }
    int got = pass.vectors().size();
    return got == probes.size()
        ? Optional.empty()
        : Optional.of(miscounted(how, got, probes.size(), "in all calls"));
  }

  private static Refusal miscounted(String how, int got, int asked, String where) {
    return new Refusal(
        Rule.COUNT,
        Optional.empty(),
        got,
        "%s: %d of %d vectors %s; the rule is a vector for each text"
            .formatted(how, got, asked, where));
  }

  private static Optional<Refusal> width(String how, List<Probe> probes, Pass pass, int expected) {
    var vectors = pass.vectors();
    return IntStream.range(0, vectors.size())
        .filter(i -> vectors.get(i).length != expected || expected == 0)
        .mapToObj(
            i ->
                refusal(
                    Rule.DIMENSION,
                    probes.get(i),
                    vectors.get(i).length,
                    "%s: dimension %d, expected %s; the rule is exactly the table's width"
                        .formatted(
                            how, vectors.get(i).length, expected == 0 ? "1 or more" : expected)))
        .findFirst();
  }

  private static Optional<Refusal> finite(String how, List<Probe> probes, Pass pass) {
    var vectors = pass.vectors();
    return IntStream.range(0, vectors.size())
        .filter(i -> !Vectors.finite(vectors.get(i)))
        .mapToObj(
            i ->
                refusal(
                    Rule.FINITE,
                    probes.get(i),
                    Double.NaN,
                    how + ": a component is NaN or infinite; the rule is finite numbers only"))
        .findFirst();
  }

  private static Optional<Refusal> zero(String how, List<Probe> probes, Pass pass) {
    var vectors = pass.vectors();
    return IntStream.range(0, vectors.size())
        .filter(i -> !(Vectors.length(vectors.get(i)) > 0))
        .mapToObj(
            i ->
                refusal(
                    Rule.ZERO,
                    probes.get(i),
                    0,
                    how + ": the vector is all zeros; the rule is a length above zero"))
        .findFirst();
  }

  private static Refusal refusal(Rule rule, Probe probe, double value, String what) {
    return new Refusal(rule, Optional.of(probe), value, Reasons.name(probe) + " " + what);
  }
}
