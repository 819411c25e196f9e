package dev.interlock.core.gate;

/// A probe that goes along with a route's own work (design §4 Drift).
///
/// @param number which one it is since the route's admission, 1 or more
/// @param position of its probe in the set
public record Canary(long number, int position) {
  private static final double GOLDEN = 0.6180339887498949;

  /// Where among so many texts it goes, from 0 (before all) to `texts` (behind all): each time
  /// somewhere else, so that a fault of one place in a batch is met too.
  public int place(int texts) {
    double turn = number * GOLDEN;
    return (int) ((turn - Math.floor(turn)) * (texts + 1));
  }
}
