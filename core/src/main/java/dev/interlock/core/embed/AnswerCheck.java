package dev.interlock.core.embed;

import dev.interlock.core.space.Vectors;
import java.util.List;
import java.util.Optional;

/// Judges an answer's vectors before anything may use them: count, width, finite, not zero. Lengths
/// are ours to normalise (gate-evidence, fact 14).
///
/// Thread: any, pure.
public final class AnswerCheck {
  private AnswerCheck() {}

  /// The fault of the whole answer: another number of vectors than texts.
  public static Optional<TextOutcome.Failed> count(int asked, List<float[]> vectors) {
    return vectors.size() == asked
        ? Optional.empty()
        : Optional.of(
            new TextOutcome.Failed(
                Fault.COUNT, "%d of %d vectors came back".formatted(vectors.size(), asked)));
  }

  /// One vector, normalised, or why it can't be used.
  ///
  /// @param dimension the table's width
  public static TextOutcome vector(int dimension, float[] v) {
    if (v.length != dimension) {
      return new TextOutcome.Failed(
          Fault.DIMENSION, "expected width %d, got %d".formatted(dimension, v.length));
    }
    if (!Vectors.finite(v)) {
      return new TextOutcome.Failed(Fault.NOT_FINITE, "a component is not a finite number");
    }
    if (!(Vectors.length(v) > 0)) {
      return new TextOutcome.Failed(Fault.ZERO_VECTOR, "the vector has length zero");
    }
    return new TextOutcome.Embedded(Vectors.unit(v));
  }
}
