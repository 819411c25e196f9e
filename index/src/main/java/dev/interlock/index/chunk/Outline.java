package dev.interlock.index.chunk;

import java.util.List;
import java.util.Optional;

/// The units of a text, in order, and what went wrong on the way.
///
/// @param units each ends where the next starts; none means: one unit, the whole text
record Outline(List<Unit> units, Optional<String> note) {
  /// The whole text as one unit.
  static Outline flat(Optional<String> note) {
    return new Outline(List.of(), note);
  }

  static Outline of(List<Unit> units) {
    return new Outline(units, Optional.empty());
  }
}
