package dev.interlock.core.fanout;

import java.util.List;

/// A call under way.
///
/// @param puller whose call it is
/// @param epoch of the admission under which it was sent
/// @param suspect whether the texts failed together before
/// @param copy whether another provider has the same texts
/// @param expected how long it should last; 0 if nothing is known
record Flight(
    long batch,
    Puller puller,
    long epoch,
    List<Text> texts,
    boolean suspect,
    boolean copy,
    long startedNanos,
    double expected) {

  /// So much later than expected, and a call says nothing of its end.
  private static final double OVERDUE = 1.5;

  private static final double LEAST_GLANCE = 50e6;

  double elapsed(long now) {
    return now - startedNanos;
  }

  boolean overdue(long now) {
    return expected <= 0 || elapsed(now) >= OVERDUE * expected;
  }

  /// Nanoseconds to its end: as expected, and once that is past, as long again as it is late.
  double remaining(long now) {
    double left = expected - elapsed(now);
    return expected <= 0 ? elapsed(now) : Math.max(left, -left);
  }

  /// Its texts that are still to be had, as it seems.
  double texts(long now) {
    return overdue(now)
        ? texts.size() / 2.0
        : texts.size() * Math.max(0, 1 - elapsed(now) / expected);
  }

  /// Texts a second, as it seems now.
  double rate(long now) {
    double elapsed = elapsed(now);
    return expected <= 0 ? 0 : texts.size() * 1e9 / Math.max(expected, elapsed);
  }

  /// When it is worth another look.
  long glance(long now) {
    double due = OVERDUE * expected - elapsed(now);
    return now + (long) Math.max(due > 0 ? due : elapsed(now) / 2, LEAST_GLANCE);
  }
}
