package dev.interlock.it.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The house rules, over all Java of the repository.
final class TidyTest {
  private static String list(String name) {
    return Sources.read(Sources.root().resolve(Path.of("it/src/test/resources/tidy", name)));
  }

  @Test
  void everyFileKeepsTheHouseRules() {
    var sources = Sources.all();
    var findings = sources.stream().flatMap(source -> Tidy.check(source).stream()).toList();

    assertThat(sources).hasSizeGreaterThan(300);
    assertThat(new Exceptions(list("allowed.txt"), list("baseline.txt")).complaints(findings))
        .isEmpty();
  }

  @Test
  void noFileNamesTheMachineItWasWrittenOn() {
    assertThat(Traces.all()).isEmpty();
  }
}
