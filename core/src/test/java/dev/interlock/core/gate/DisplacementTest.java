package dev.interlock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A3: displacement, path by path")
final class DisplacementTest {
  private static final ProbeSet SET =
      new ProbeSet(
          "test",
          64,
          List.of(
              probe("a", Form.DOCUMENT),
              probe("b", Form.DOCUMENT),
              probe("c", Form.DOCUMENT),
              probe("q", Form.QUERY)));

  /// Documents among each other spread by sqrt(2/3) x 0.1. The query's cosines spread more, which
  /// must not matter.
  private static final double[][] REFERENCE = {
    {1.0, 0.1, 0.2, 0.1},
    {0.1, 1.0, 0.3, 0.5},
    {0.2, 0.3, 1.0, 0.9},
    {0.1, 0.5, 0.9, 1.0}
  };

  @ParameterizedTest(name = "route {0} against anchor {1} shifted: {2}")
  @CsvSource({
    "0, 1, 0.5", // one of six document pairs: 0.1 / sqrt(6) / 0.0816
    "2, 0, 0.5",
    "3, 1, 0.7071", // one of three pairs of the route's query: 0.1 / sqrt(3) / 0.0816
    "1, 3, 0.7071", // the anchors' query against the route's document
    "2, 2, 0", // a probe with itself is judged elsewhere
    "3, 3, 0"
  })
  void oneShiftedCosineCountsOnItsPath(int row, int column, double expected) {
    var cross = new double[4][];
    for (int i = 0; i < 4; i++) {
      cross[i] = REFERENCE[i].clone();
    }
    cross[row][column] += 0.1;
    assertThat(Displacement.of(SET, REFERENCE, cross)).isCloseTo(expected, within(1e-4));
  }

  private static Probe probe(String id, Form form) {
    return new Probe(id, ProbeKind.GENERAL, form, id, Optional.empty());
  }
}
