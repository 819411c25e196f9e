package dev.interlock.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReconnectTest {
  private static final int SEEDS = 2_000;
  private static final int SIDECARS = 20;

  private static int draw(SplittableRandom random) {
    return random.nextInt(1_000_001);
  }

  /// Milliseconds of each attempt of one sidecar since it was cut off, while the server is away.
  private static List<Long> attempts(SplittableRandom random, long awayMillis) {
    var at = new ArrayList<Long>();
    var rule = Reconnect.FRESH;
    long now = 0;
    do {
      rule = rule.lost(Duration.ZERO, draw(random));
      now += rule.last().toMillis();
      at.add(now);
    } while (now < awayMillis);
    return at;
  }

  @Test
  @DisplayName("Sidecars that were cut off together come back apart, soon and with few attempts")
  void comeBackApart() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var all = new ArrayList<List<Long>>();
      for (int i = 0; i < SIDECARS; i++) {
        all.add(attempts(random, 3_000));
      }
      assertThat(all).as("seed %d", seed).allMatch(a -> a.size() <= 8 && a.getLast() <= 33_000);
      for (int n = 0; n < 3; n++) {
        assertThat(mostWithin100Millis(all, n)).as("seed %d, attempt %d", seed, n).isLessThan(11);
      }
    }
  }

  private static long mostWithin100Millis(List<List<Long>> all, int n) {
    var times = all.stream().filter(a -> a.size() > n).map(a -> a.get(n)).toList();
    return times.stream()
        .mapToLong(from -> times.stream().filter(t -> t >= from && t < from + 100).count())
        .max()
        .orElse(0);
  }

  @Test
  @DisplayName("A server that accepts and drops at once does not make the pause start anew")
  void droppedAtOnce() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var rule = Reconnect.FRESH;
      long now = 0;
      int attempts = 1;
      while (true) {
        rule = rule.lost(Duration.ofMillis(100), draw(random));
        now += 100 + rule.last().toMillis();
        if (now > 60_000) {
          break;
        }
        attempts++;
      }
      assertThat(attempts).as("seed %d", seed).isLessThanOrEqualTo(15);
    }
  }

  @Test
  @DisplayName("The pause starts anew after a connection that has held for 60 s")
  void goodConnection() {
    var rule = Reconnect.FRESH;
    for (int i = 0; i < 10; i++) {
      rule = rule.lost(Duration.ofSeconds(59), 1_000_000);
    }
    assertThat(rule.last()).isEqualTo(Reconnect.LONGEST);
    assertThat(rule.lost(Duration.ofSeconds(60), 0).last()).isEqualTo(Reconnect.SHORTEST);
    assertThat(rule.lost(Duration.ofSeconds(59), 0).last()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void drawsOutOfRangeAreRefused() {
    for (int bad : new int[] {-1, 1_000_001}) {
      assertThatThrownBy(() -> Reconnect.FRESH.lost(Duration.ZERO, bad))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
