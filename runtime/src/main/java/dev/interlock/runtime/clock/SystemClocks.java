package dev.interlock.runtime.clock;

import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import java.time.Instant;

/// The machine's own clocks: the only class that reads them.
public final class SystemClocks implements Ticker, WallClock {
  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }
}
