package dev.interlock.core.gate;

import static dev.interlock.core.gate.Reasons.name;

import dev.interlock.core.space.Vectors;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What can be asked of a builder, which has no reference: that it reads a text to its end and
/// tells different texts apart.
final class BuilderRules {
  private BuilderRules() {}

  /// The first broken rule: tail pairs before other probes.
  ///
  /// @param vectors one by one
  static Optional<Refusal> first(ProbeSet set, List<float[]> vectors) {
    return tailPair(set, vectors).or(() -> distinct(set, vectors));
  }

  private static Optional<Refusal> tailPair(ProbeSet set, List<float[]> vectors) {
    for (int i = 0; i < set.size(); i++) {
      var probe = set.probes().get(i);
      if (probe.kind() == ProbeKind.TAIL_PAIR && probe.twin().isPresent()) {
        var twin = probe.twin().get();
        double cosine = Vectors.cosine(vectors.get(i), vectors.get(set.position(twin)));
        if (!(cosine < Floors.TAIL_SAME)) {
          return Optional.of(
              new Refusal(
                  Rule.TAIL_PAIR,
                  Optional.of(probe),
                  cosine,
                  String.format(
                      Locale.ROOT,
                      "%s: cosine %.7f to %s, each asked alone; the rule is < 0.99999: %s",
                      name(probe),
                      cosine,
                      twin,
                      Reasons.limitBelow(set))));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Refusal> distinct(ProbeSet set, List<float[]> vectors) {
    for (int i = 0; i < set.size(); i++) {
      var probe = set.probes().get(i);
      for (int j = i + 1; j < set.size(); j++) {
        var other = set.probes().get(j);
        double cosine = Vectors.cosine(vectors.get(i), vectors.get(j));
        boolean twins = probe.twin().filter(other.id()::equals).isPresent();
        if (!twins && !(cosine < Floors.DISTINCT)) {
          return Optional.of(
              new Refusal(
                  Rule.DISTINCT,
                  Optional.of(probe),
                  cosine,
                  "%s: cosine %s to %s; the rule for different texts is < 0.999"
                      .formatted(name(probe), Reasons.figure(cosine), name(other))));
        }
      }
    }
    return Optional.empty();
  }
}
