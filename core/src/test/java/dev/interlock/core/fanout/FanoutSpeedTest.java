package dev.interlock.core.fanout;

import static dev.interlock.core.fanout.Watched.MILLI;
import static dev.interlock.core.fanout.Watched.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fanout.Floor.Engine;
import dev.interlock.core.fanout.Floor.Turn;
import dev.interlock.core.fanout.Provider.Kind;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// How much of the engines' time the queue uses, on manual time.
final class FanoutSpeedTest {
  private static final int TEXTS = 20_000;

  private static Engine local(String name, int calls, double perText, Turn... turns) {
    return engine(new Provider(name, 1, 32, calls, Kind.LOCAL), perText, turns);
  }

  private static Engine cloud(int calls, double perText, Turn... turns) {
    return engine(new Provider("cloud", 1, 32, calls, Kind.CLOUD), perText, turns);
  }

  private static Engine engine(Provider provider, double perText, Turn... turns) {
    return new Engine(provider, 40 * MILLI, perText * MILLI, List.of(turns), false);
  }

  private static double used(TestReporter said, String what, int texts, Engine... engines) {
    var floor = new Floor();
    for (var engine : engines) {
      floor.add(engine);
    }
    floor.queue.offer("job", texts, 0);
    long took = floor.run();
    double ratio = texts / floor.capacity(took);
    said.publishEntry(
        what,
        String.format(
            Locale.ROOT,
            "%d texts in %.1f s, %.4f of all capacity, %d texts twice, %s",
            texts,
            took / 1e9,
            ratio,
            floor.queue.copies,
            floor.queue.view().providers().stream()
                .map(p -> p.name() + " " + p.accepted())
                .toList()));
    return ratio;
  }

  @Test
  @DisplayName("A2, A13: unequal providers, one of which falls to a tenth and comes back: >= 0.95")
  void changingRates(TestReporter said) {
    double ratio =
        used(
            said,
            "one falls to a tenth and comes back",
            TEXTS,
            local("gpu", 2, 4, new Turn(6 * SECOND, 0.1), new Turn(18 * SECOND, 1)),
            local("old", 1, 20),
            cloud(4, 10));
    assertThat(ratio).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  @DisplayName("A2, A13: the fallen one is the only fast one, or one of two slow ones: >= 0.95")
  void otherFalls(TestReporter said) {
    var fall = new Turn(5 * SECOND, 0.1);
    var back = new Turn(25 * SECOND, 1);
    assertThat(
            used(
                said,
                "the slow one falls",
                TEXTS,
                local("gpu", 2, 4),
                local("old", 1, 20, fall, back)))
        .isGreaterThanOrEqualTo(0.95);
    assertThat(used(said, "the cloud falls", TEXTS, local("gpu", 1, 10), cloud(8, 10, fall, back)))
        .isGreaterThanOrEqualTo(0.95);
  }

  @Test
  @DisplayName("A13: one is ten times slower, and holds up nobody at the end")
  void tenTimesSlower(TestReporter said) {
    assertThat(used(said, "ten times slower", 3_000, local("fast", 1, 5), local("slow", 1, 50)))
        .isGreaterThanOrEqualTo(0.95);
  }

  @Test
  @DisplayName("A13: with the cloud throttled to nothing the local hosts lose no hundredth")
  void throttledCloudCostsNothing(TestReporter said) {
    var gpu = local("gpu", 2, 4);
    var alone = new Floor();
    alone.add(gpu);
    alone.queue.offer("job", TEXTS, 0);
    long without = alone.run();

    var both = new Floor();
    both.add(gpu);
    var cloud = new Provider("cloud", 1, 32, 8, Kind.CLOUD);
    both.add(new Engine(cloud, 2000 * MILLI, 0, List.of(), true));
    both.queue.offer("job", TEXTS, 0);
    long with = both.run();

    double ratio = (double) without / with;
    said.publishEntry("throttled cloud", String.format(Locale.ROOT, "%.4f of local alone", ratio));
    assertThat(ratio).isGreaterThanOrEqualTo(0.99);
    assertThat(both.queue.place("cloud").accepted()).isZero();
  }

  @Test
  @DisplayName("A13: one provider alone is not slowed by the queue")
  void aloneAtFullSpeed(TestReporter said) {
    assertThat(used(said, "alone", TEXTS, local("gpu", 2, 4))).isGreaterThanOrEqualTo(0.98);
  }
}
