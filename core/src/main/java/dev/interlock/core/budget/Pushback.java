package dev.interlock.core.budget;

import java.util.OptionalLong;

/// An upstream's wish to be left alone for a while.
///
/// @param retryAfterNanos how long, where it said so in a form that can be read; 0 or more
/// @param jitterMillionths a draw between 0 and 1,000,000: how much of the longest jitter to wait
public record Pushback(OptionalLong retryAfterNanos, int jitterMillionths) {
  public Pushback {
    if (retryAfterNanos.orElse(0) < 0 || jitterMillionths < 0 || jitterMillionths > 1_000_000) {
      throw new IllegalArgumentException(
          "retryAfterNanos must be 0 or more and jitterMillionths 0 to 1000000, got %s, %d"
              .formatted(retryAfterNanos, jitterMillionths));
    }
  }
}
