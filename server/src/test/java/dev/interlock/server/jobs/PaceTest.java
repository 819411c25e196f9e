package dev.interlock.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long SECOND = 1_000_000_000L;

  /// Overflows within the test: only differences count.
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - SECOND / 2);

  private final Pace pace = new Pace(nanos::get);

  @Test
  @DisplayName("what is read is findable after a second, then less and less often")
  void gapsGrow() {
    for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
      nanos.addAndGet(seconds * SECOND - 1);
      assertThat(pace.due()).isFalse();
      nanos.incrementAndGet();
      assertThat(pace.due()).isTrue();
      pace.committed();
      assertThat(pace.due()).isFalse();
    }
  }
}
