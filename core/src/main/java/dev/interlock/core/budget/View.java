package dev.interlock.core.budget;

import java.util.OptionalInt;
import java.util.OptionalLong;

/// An account's budget as people see it.
///
/// @param cooldownUntilNanos the tick until which it is left alone, while it is
/// @param opensNanos the tick at which a capped key may spend again, where that is known
/// @param meanLatencyNanos mean wire time of a call that was answered
public record View(
    State state,
    Permits permits,
    Rpm rpm,
    OptionalLong cooldownUntilNanos,
    OptionalLong opensNanos,
    long meanLatencyNanos) {

  /// Permits.
  ///
  /// @param inFlight how many are out
  /// @param waiting who waits for one
  /// @param effective how many may be out now: the ceiling, or less after a 429
  /// @param why one sentence about the ceiling
  public record Permits(
      int inFlight, int waiting, int effective, int ceiling, Ceiling.Source source, String why) {}

  /// Calls a minute.
  ///
  /// @param reported what the provider says
  /// @param believed what we believe of it
  /// @param enforced how many calls may start in any minute, where that is limited
  /// @param started how many started in the last minute
  public record Rpm(
      OptionalInt reported, OptionalInt believed, OptionalInt enforced, int started) {}
}
