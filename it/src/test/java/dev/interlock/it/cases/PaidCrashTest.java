package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.NativeCode;
import dev.interlock.it.standin.Encoders;
import dev.interlock.it.standin.Ground;
import dev.interlock.it.standin.StandInCloud;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.clock.SystemScheduler;
import dev.interlock.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Money after `kill -9` at random points of paid traffic.
final class PaidCrashTest {
  private static final long SEED = 20261201;

  /// A seed of one's own; a file for the figures.
  private static final String OWN_SEED = "interlock.seed";

  private static final String RESULTS = "interlock.results";

  /// Fewer kills than a hundred, or more.
  private static final String KILLS = "interlock.kills";

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName(
      "B5: kill -9 in paid traffic: the disk covers the bill, and equals it once it was asked")
  void aFewKills() throws Exception {
    killed(2, "");
  }

  @Test
  @Tag("long")
  @DisplayName("B5: 100 times kill -9 in paid traffic: covered each time, equal once it was asked")
  void aHundredKills() throws Exception {
    killed(Integer.getInteger(KILLS, 100), "-Plong ");
  }

  private void killed(int times, String rerun) throws Exception {
    long seed = Long.getLong(OWN_SEED, SEED);
    NativeCode.load();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var scheduler = new SystemScheduler(threads);
        var encoders = new Encoders(folder.resolve("models"))) {
      var clocks = new SystemClocks();
      try (var ground = Ground.of(threads, new Ground.Time(clocks, clocks, scheduler));
          var cloud = StandInCloud.start(ground, encoders);
          var crashes = new PaidCrashes(new Seeds(seed), cloud, folder)) {
        for (int i = 0; i < times; i++) {
          var figures = crashes.run(i);
          assertThat(figures.runs()).isEqualTo(i + 1);
        }
        tell(seed, crashes.equal());
      }
    } catch (AssertionError e) {
      throw new AssertionError(
          "seed %d; again: ./interlock-test %s-pl it -am -Dtest=PaidCrashTest"
                  .formatted(seed, rerun)
              + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=%d".formatted(OWN_SEED, seed),
          e);
    }
  }

  private static void tell(long seed, PaidCrashes.Figures figures) throws Exception {
    assertThat(figures.calls()).isGreaterThan(figures.runs());
    var file = System.getProperty(RESULTS);
    if (file != null) {
      Files.writeString(Path.of(file), PaidCrashes.json(seed, figures) + "\n");
    }
  }
}
