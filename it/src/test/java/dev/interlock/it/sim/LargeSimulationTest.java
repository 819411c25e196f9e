package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// The simulator at length: `./interlock-test -Psim`. With `-Dinterlock.sim.record=FILE` the
/// figures are written there; `-Dinterlock.sim.seeds=N` plays more seeds, or fewer.
@Tag("sim")
final class LargeSimulationTest {
  private static final int SEEDS = Integer.getInteger("interlock.sim.seeds", 2_000);
  private static final int CROWDED = 20;

  /// Thousands of callers, tens of routes.
  private static final Draw.Size CROWD =
      new Draw.Size(6, 12, new Draw.Crowd(4_000, 300, 8, 1_500, 40), 600 * Ground.SECOND);

  @BeforeAll
  static void quietly() {
    Quiet.begin();
  }

  @AfterAll
  static void loudly() {
    Quiet.end();
  }

  private static LongStream seeds(long from, int count) {
    return Optional.ofNullable(Long.getLong("interlock.sim.seed"))
        .map(LongStream::of)
        .orElseGet(() -> LongStream.range(from, from + count));
  }

  @Test
  @DisplayName("A2, A3, A5, A8, A10, A11, A13, A17, B5, B8: the rules hold for thousands of seeds")
  void everyRuleHoldsForThousandsOfSeeds() {
    seeds(1_000, SEEDS)
        .forEach(seed -> Runs.said(seed, Runs.ORDINARY, "LargeSimulationTest -Psim"));
  }

  @Test
  @DisplayName("A2, A3, A5, A8, A10, A11, A13, A17, B5, B8: the rules hold in a crowd")
  void everyRuleHoldsInACrowd() {
    seeds(1, CROWDED).forEach(seed -> Runs.said(seed, CROWD, "LargeSimulationTest -Psim"));
  }

  @Test
  @DisplayName("A2, A13: 100 hosts, 1,000 projects, a million texts: >= 0.95 of all capacity")
  void manyHostsAndProjects(TestReporter said) {
    var big = Big.play(1);
    said.publishEntry("big", big.words());
    assertThat(big.used()).isBetween(0.95, 1.0);
    assertThat(big.rows()).isEqualTo(Big.TEXTS);
  }

  @Test
  @DisplayName("A10, A11, A13, A17: the figures of record")
  void figures(TestReporter said) throws IOException {
    var figures = FiguresOfRecord.of(20261101);
    said.publishEntry(figures.words());
    var file = System.getProperty("interlock.sim.record");
    if (file != null) {
      Files.writeString(Path.of(file), figures.json());
    }
    assertThat(figures.bars()).allMatch(FiguresOfRecord.Bar::holds);
  }
}
