package dev.interlock.index.chunk;

/// Lines that belong together, from here to where the next unit starts.
///
/// @param from first line, 0-based, comments before a definition included
/// @param scope what is around
/// @param own name of the definition that these lines are, empty if they are none
/// @param definedAt line of the definition itself, behind its comments; `from` if they are none
record Unit(int from, Scope scope, String own, int definedAt) {
  /// Lines that are no definition.
  static Unit plain(int from, Scope scope) {
    return new Unit(from, scope, "", from);
  }

  boolean definition() {
    return !own.isEmpty();
  }
}
