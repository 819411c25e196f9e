package dev.interlock.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script `./interlock-test`, run for real with a Maven that only writes a report.
class TestScriptTest {
  private static final String REPORT =
      "<testsuite name=\"tests=7\" time=\"1.0\" tests=\"12\" errors=\"%d\" skipped=\"%d\""
          + " failures=\"0\">";

  @TempDir Path folder;

  private FakeClone clone;

  @BeforeEach
  void makeClone() throws Exception {
    clone = new FakeClone(folder.toRealPath()).withMaven();
  }

  private FakeClone.Ended test(Map<String, String> environment) throws Exception {
    var script = clone.root.resolve("interlock-test");
    return FakeClone.ended(clone.start(script, environment, "-pl", "core"));
  }

  @Test
  void withoutAJdkSaysHowToGetOne() throws Exception {
    var ended = test(Map.of());
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("a JDK 25 is needed");
  }

  @Test
  void passesArgumentsAndPrintsCounts() throws Exception {
    clone.withJdk();
    var ended = test(Map.of("FAKE_REPORT", REPORT.formatted(0, 1)));
    assertThat(ended.out()).endsWith("interlock-test: 12 tests, 0 failed, 1 skipped\n");
    assertThat(ended.status()).isZero();
    assertThat(clone.mavenCalls()).singleElement().asString().contains("verify -pl core");
  }

  @Test
  void skippedTestFailsInContinuousIntegration() throws Exception {
    clone.withJdk();
    var report = REPORT.formatted(0, 1);
    assertThat(test(Map.of("FAKE_REPORT", report, "CI", "true")).status()).isEqualTo(1);
  }

  @Test
  void failuresAreTold() throws Exception {
    clone.withJdk();
    var ended = test(Map.of("FAKE_REPORT", REPORT.formatted(3, 0), "FAKE_EXIT", "1"));
    assertThat(ended.out()).endsWith("interlock-test: 12 tests, 3 failed, 0 skipped\n");
    assertThat(ended.status()).isEqualTo(1);
  }

  @Test
  void reportsOfAnEarlierRunDoNotCount() throws Exception {
    clone.withJdk();
    var old = clone.root.resolve("core/target/surefire-reports/TEST-old.xml");
    Files.createDirectories(clone.root.resolve("core/target/surefire-reports"));
    Files.writeString(old, REPORT.formatted(0, 0));
    var ended = test(Map.of());
    assertThat(ended.out()).endsWith("interlock-test: 0 tests, 0 failed, 0 skipped\n");
    assertThat(ended.status()).as("a run that ran nothing proves nothing").isEqualTo(1);
  }
}
