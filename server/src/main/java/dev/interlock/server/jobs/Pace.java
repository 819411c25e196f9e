package dev.interlock.server.jobs;

import dev.interlock.core.time.Ticker;

/// When what was read is made durable and findable: soon at first, for somebody may wait for it,
/// then less and less often.
///
/// Confined to the run's thread.
final class Pace {
  private static final long FIRST_NANOS = 1_000_000_000L;
  private static final long LONGEST_NANOS = 10_000_000_000L;

  private final Ticker ticker;
  private long gap = FIRST_NANOS;
  private long since;

  /// The time begins to run.
  Pace(Ticker ticker) {
    this.ticker = ticker;
    this.since = ticker.nanos();
  }

  boolean due() {
    return ticker.nanos() - since >= gap;
  }

  void committed() {
    gap = Math.min(LONGEST_NANOS, 2 * gap);
    since = ticker.nanos();
  }
}
