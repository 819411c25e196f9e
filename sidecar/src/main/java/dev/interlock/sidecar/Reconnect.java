package dev.interlock.sidecar;

import java.time.Duration;

/// When a sidecar dials its server again after a lost connection: a pure rule (C68, C69).
///
/// Decorrelated jitter (Brooker 2015): each pause is drawn between the one before and three times
/// it, so sidecars that were cut off together come back apart. The pause starts anew only after a
/// connection that has held, not after one that merely came up.
///
/// @param last the pause before this one
public record Reconnect(Duration last) {
  /// No pause is shorter.
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /// No pause is longer.
  public static final Duration LONGEST = Duration.ofSeconds(15);

  /// A connection that has held so long was a good one.
  public static final Duration GOOD = Duration.ofSeconds(60);

  private static final long MILLION = 1_000_000;

  /// Before any connection was lost.
  public static final Reconnect FRESH = new Reconnect(SHORTEST);

  /// The rule after a connection was lost, or could not be made; [#last] is how long to wait.
  ///
  /// @param held how long it was up; zero if it could not be made
  /// @param drawMillionths a draw between 0 and 1,000,000
  /// @throws IllegalArgumentException if the draw is none
  public Reconnect lost(Duration held, int drawMillionths) {
    if (drawMillionths < 0 || drawMillionths > MILLION) {
      throw new IllegalArgumentException("drawMillionths must be 0 to 1000000");
    }
    var before = held.compareTo(GOOD) >= 0 ? SHORTEST : last;
    var most = shorter(before.multipliedBy(3), LONGEST);
    var least = shorter(before, most.dividedBy(3));
    var span = most.minus(least).toNanos() / MILLION * drawMillionths;
    return new Reconnect(least.plusNanos(span));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
