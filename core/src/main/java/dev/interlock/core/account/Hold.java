package dev.interlock.core.account;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Why an account brings no answer now though nothing is wrong with the call: it can't be paid, or
/// it has to wait. Never a word against the route.
///
/// @param status the status for a caller
/// @param code the code for a caller, such as `budget_exhausted`
/// @param left how long coming again is in vain, where that is known
/// @param until the same as a time
public record Hold(
    Kind kind, int status, String code, Optional<Duration> left, Optional<Instant> until) {
  /// One of now. Times of day are told in whole seconds, the nearest.
  public static Hold of(Kind kind, Told told, Optional<Duration> left, Instant now) {
    var until = left.map(l -> now.plus(l).plusMillis(500).truncatedTo(ChronoUnit.SECONDS));
    return new Hold(kind, told.status(), told.code(), left, until);
  }

  /// The same as a time, where only how long is known.
  public Hold at(Instant now) {
    return until.isPresent() ? this : of(kind, new Told(status, code), left, now);
  }

  /// How a caller is told it.
  public record Told(int status, String code) {}

  /// What stands in the way.
  public enum Kind {
    /// A permit, or a pause that the provider asked for: it ends by itself.
    PAUSE,
    /// The day's budget is used up.
    BUDGET,
    /// The provider gives no credit, or the key has used up its own cap.
    CREDIT,
    /// The key is refused, or somebody has to set something first.
    CLOSED
  }
}
