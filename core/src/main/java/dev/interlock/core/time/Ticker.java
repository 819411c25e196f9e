package dev.interlock.core.time;

/// A monotonic clock: nanoseconds since an arbitrary origin. Compare two readings by subtraction
/// only.
@FunctionalInterface
public interface Ticker {
  /// Nanoseconds since an origin that is fixed for the life of the process.
  long nanos();
}
