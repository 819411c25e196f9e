package dev.interlock.bench;

/// A figure and what it must reach.
///
/// @param name what was measured
/// @param value the figure
/// @param limit the figure that was promised
/// @param loose the figure beyond which even a small and hurried run fails
/// @param atMost whether lower is better
record Bar(String name, double value, double limit, double loose, boolean atMost) {
  /// No more than `limit`; hurried, than twice that.
  static Bar atMost(String name, double value, double limit) {
    return new Bar(name, value, limit, 2 * limit, true);
  }

  /// No less than `limit`; hurried, than half that.
  static Bar atLeast(String name, double value, double limit) {
    return new Bar(name, value, limit, limit / 2, false);
  }

  /// A share of a whole, no less than `limit`; hurried, twice as much may be missing.
  static Bar share(String name, double value, double limit) {
    return new Bar(name, value, limit, 1 - 2 * (1 - limit), false);
  }

  /// Whether it is reached; written so that a figure that is no number fails.
  boolean holds(boolean hurried) {
    double line = hurried ? loose : limit;
    return atMost ? value <= line : value >= line;
  }
}
