package dev.interlock.core.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.space.Vectors;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What an engine's vectors must be before anything may use them.
final class AnswerCheckTest {
  private static Fault fault(float... vector) {
    return AnswerCheck.vector(2, vector) instanceof TextOutcome.Failed failed
        ? failed.fault()
        : Fault.BUSY;
  }

  private static float[] unit(float... vector) {
    return AnswerCheck.vector(2, vector) instanceof TextOutcome.Embedded embedded
        ? embedded.unit()
        : new float[0];
  }

  @Test
  @DisplayName("C13, C17, C18: width, finiteness and length are judged in this order")
  void faultsAreNamed() {
    assertThat(fault(1, 2, 3)).isEqualTo(Fault.DIMENSION);
    assertThat(fault()).isEqualTo(Fault.DIMENSION);
    assertThat(fault(Float.NaN, 1)).isEqualTo(Fault.NOT_FINITE);
    assertThat(fault(Float.NEGATIVE_INFINITY, 1)).isEqualTo(Fault.NOT_FINITE);
    assertThat(fault(0, -0f)).isEqualTo(Fault.ZERO_VECTOR);
  }

  @Test
  @DisplayName("C04, C17, C19: huge and tiny vectors come out at length 1")
  void lengthsAreNormalised() {
    for (float size : new float[] {1e30f, 27.5f, 1, 1e-6f, 1e-30f, Float.MIN_VALUE}) {
      assertThat(Vectors.length(unit(size, size))).isBetween(0.999, 1.001);
    }
  }

  @Test
  @DisplayName("C11: another number of vectors than texts is a fault of the whole answer")
  void countsMustAgree() {
    assertThat(AnswerCheck.count(1, List.of(new float[2]))).isEmpty();
    assertThat(AnswerCheck.count(3, List.of(new float[2], new float[2])))
        .hasValueSatisfying(f -> assertThat(f.message()).contains("2 of 3"));
    assertThat(AnswerCheck.count(1, List.of(new float[2], new float[2]))).isPresent();
  }
}
