package dev.interlock.index.chunk;

import dev.interlock.core.time.Ticker;

/// A point in time after which work on a file is given up.
final class Deadline {
  private final Ticker ticker;
  private final long startNanos;
  private final long limitNanos;

  Deadline(Ticker ticker, long limitNanos) {
    this.ticker = ticker;
    this.startNanos = ticker.nanos();
    this.limitNanos = limitNanos;
  }

  boolean passed() {
    return ticker.nanos() - startNanos > limitNanos;
  }
}
