package dev.interlock.it.sim;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A time during which something goes wrong.
///
/// @param fromNanos since the beginning
/// @param toNanos the end, exclusive
/// @param asked what a 429 says of coming again, where it says anything
record Spell(Kind kind, long fromNanos, long toNanos, Optional<Duration> asked) {
  /// What goes wrong.
  enum Kind {
    /// 429 for every call.
    STORM,
    /// 402: the account has no money.
    EXHAUSTED,
    /// 402: the key has used up its own cap, until the spell's end.
    KEY_CAPPED,
    /// 402: the calls under way have reserved the balance.
    IN_FLIGHT_FULL,
    /// 402: calls of more than a little are dearer than the balance.
    TOO_DEAR,
    /// 401 for every call.
    KEY_REFUSED,
    /// 500 for some calls.
    ERRORS,
    /// Calls take ten times as long.
    SLOW,
    /// No connection.
    DEAD,
    /// Calls are done and billed, and their answers lost.
    DEAF,
    /// Vectors of another space.
    ROTATED
  }

  /// When nothing new comes of it any more: an engine that became another one stays so.
  long over() {
    return kind == Kind.ROTATED ? fromNanos : toNanos;
  }

  private boolean on(long nanos) {
    return fromNanos <= nanos && nanos < toNanos;
  }

  /// The spell of that kind that is on, if one is.
  static Optional<Spell> on(List<Spell> spells, Kind kind, long nanos) {
    return spells.stream().filter(s -> s.kind() == kind && s.on(nanos)).findFirst();
  }

  /// When the last of them ends.
  static OptionalLong last(List<Spell> spells) {
    return spells.stream().mapToLong(Spell::toNanos).max();
  }
}
