package dev.interlock.app.config;

import java.time.Duration;

/// What the ledger keeps.
///
/// @param keep how long a row is kept, 1 hour to 3,650 days
public record LedgerConfig(Duration keep) {
  static final Duration LEAST = Duration.ofHours(1);
  static final Duration MOST = Duration.ofDays(3_650);

  public LedgerConfig {
    if (keep.compareTo(LEAST) < 0 || keep.compareTo(MOST) > 0) {
      throw new IllegalArgumentException("keep must be in 1h..3650d, got " + keep);
    }
  }

  /// 30 days.
  public static LedgerConfig defaults() {
    return new LedgerConfig(Duration.ofDays(30));
  }
}
