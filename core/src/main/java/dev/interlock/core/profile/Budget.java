package dev.interlock.core.profile;

import java.time.Duration;

/// The one retry budget of an operation, never one per layer (design §4).
///
/// @param attempts attempts over all tiers, 1 or more
/// @param timeout from the request on; no attempt begins later
public record Budget(int attempts, Duration timeout) {
  /// Three attempts within 30 s.
  public static final Budget DEFAULT = new Budget(3, Duration.ofSeconds(30));

  public Budget {
    if (attempts < 1 || timeout.isNegative()) {
      throw new IllegalArgumentException(
          "attempts must be 1 or more and timeout not negative, got %d, %s"
              .formatted(attempts, timeout));
    }
  }

  /// How long an attempt may take where another route could follow it: a sixth of the time that is
  /// left is kept for that one.
  ///
  /// @param elapsed since the request came
  public Duration beforeGivingWay(Duration elapsed) {
    return timeout.minus(elapsed).dividedBy(6).multipliedBy(5);
  }
}
