package dev.interlock.core.time;

import java.time.Instant;

/// The calendar clock, for what people read. Never used to measure a delay.
@FunctionalInterface
public interface WallClock {
  /// The present instant in UTC.
  Instant now();
}
