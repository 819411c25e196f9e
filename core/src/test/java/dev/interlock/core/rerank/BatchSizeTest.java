package dev.interlock.core.rerank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchSizeTest {
  @ParameterizedTest(name = "{0}, file {1}, engine {2}")
  @CsvSource({
    "TEI, 0, 0, 32",
    "TEI, 0, 8, 8",
    "TEI, 64, 8, 8",
    "TEI, 4, 8, 4",
    "TEI, 64, 0, 64",
    "LLAMACPP, 0, 0, 2147483647",
    "LLAMACPP, 10, 0, 10",
  })
  void smallerOfWhatIsSaid(Dialect dialect, int given, int told, int size) {
    var route =
        new Route(
            "r",
            new Engine(Placement.LOCAL, dialect, "http://r"),
            "m",
            List.of(),
            Optional.empty(),
            new Capacity(OptionalInt.empty(), said(given), 1),
            Optional.empty());
    var state =
        new EngineState(
            Set.of(),
            Optional.empty(),
            OptionalInt.empty(),
            said(told),
            Optional.empty(),
            Optional.empty());
    assertThat(BatchSize.of(route, Optional.of(state))).isEqualTo(size);
  }

  private static OptionalInt said(int number) {
    return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
