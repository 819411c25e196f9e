package dev.interlock.index.chunk;

/// How long a chunk may and should be, in tokens of the counter.
///
/// @param max no chunk's vector text counts more
/// @param target small neighbours are joined up to this
/// @param whole a unit up to this is not cut
/// @param names the most that the line of names may count
record Limits(int max, int target, int whole, int names) {
  /// Where small encoders are at their best; larger limits don't move it.
  private static final int BEST = 245;

  /// Below this a limit leaves no room for one odd character and its names.
  static final int LEAST = 16;

  /// The limits under a hard limit.
  ///
  /// @throws IllegalArgumentException if it is under [#LEAST]
  static Limits of(int max) {
    if (max < LEAST) {
      throw new IllegalArgumentException(
          "a limit of %d tokens is under the least, %d".formatted(max, LEAST));
    }
    int names = Math.min(24, max / 4);
    int body = max - names;
    return new Limits(max, Math.min(BEST, body), Math.min(BEST * 5 / 4, body), names);
  }

  /// A stretch under this is too small to stand alone if a neighbour takes it.
  int tiny() {
    return target / 8;
  }

  /// Whether a text whose lines sum to this must be counted as a whole: lines may count a little
  /// less one by one than together.
  boolean near(int sum) {
    return sum > max - max / 4;
  }
}
