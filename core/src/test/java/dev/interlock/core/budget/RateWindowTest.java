package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Starts within a minute, against a list that forgets nothing.
final class RateWindowTest {

  @Test
  @DisplayName("A10: the window counts as a plain list of all starts does")
  void countsAsAList() {
    Gen.each(
        100,
        gen -> {
          var window = new RateWindow();
          var all = new ArrayList<Long>();
          long now = Watched.ORIGIN;
          for (int i = 0; i < 2_000; i++) {
            now +=
                gen.chance(30) ? 0 : gen.exponential(gen.chance(1) ? 30_000_000_000L : 90_000_000);
            if (gen.chance(70)) {
              window.started(now);
              all.add(now);
            }
            assertThat(window.count(now)).isEqualTo(within(all, now));
            int most = gen.between(1, 300);
            long free = window.freeAt(most, now);
            assertThat(within(all, free)).isLessThan(most);
            assertThat(free == now || within(all, free - 1) >= most).as("no later").isTrue();
          }
        });
  }

  private static int within(List<Long> all, long now) {
    int count = 0;
    for (int i = all.size() - 1; i >= 0 && now - all.get(i) < Watched.MINUTE; i--) {
      count++;
    }
    return count;
  }

  @Test
  @DisplayName("A10: a start counts for a minute to the nanosecond")
  void edges() {
    var window = new RateWindow();
    window.started(Watched.ORIGIN);

    assertThat(window.freeAt(1, Watched.ORIGIN)).isEqualTo(Watched.after(60));
    assertThat(window.count(Watched.after(60) - 1)).isEqualTo(1);
    assertThat(window.count(Watched.after(60))).isZero();
  }

  @Test
  void itRemembersNoMoreThanTheHighestRate() {
    var window = new RateWindow();
    for (int i = 0; i < Ceiling.MOST_RPM + 10; i++) {
      window.started(i);
    }

    assertThat(window.count(Ceiling.MOST_RPM + 10L)).isEqualTo(Ceiling.MOST_RPM);
    assertThat(window.freeAt(Ceiling.MOST_RPM, 200_000)).isEqualTo(10 + Watched.MINUTE);
  }
}
