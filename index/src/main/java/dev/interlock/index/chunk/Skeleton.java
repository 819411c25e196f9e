package dev.interlock.index.chunk;

import java.util.Arrays;

/// A text with stretches left out, and the way back from its offsets to those of the whole: what
/// the parser gets to see.
final class Skeleton {
  private final String text;
  private final int stretches;
  private final int[] cutAt;
  private final int[] leftOut;

  private Skeleton(String text, int stretches, int[] cutAt, int[] leftOut) {
    this.text = text;
    this.stretches = stretches;
    this.cutAt = cutAt;
    this.leftOut = leftOut;
  }

  /// The whole text.
  static Skeleton whole(String text) {
    return new Skeleton(text, 0, new int[0], new int[0]);
  }

  /// The text without these stretches, in order and apart from each other.
  ///
  /// @param from where each starts
  /// @param to where each ends, exclusive
  static Skeleton without(String whole, int count, int[] from, int[] to) {
    var text = new StringBuilder(whole.length());
    int[] cutAt = new int[count];
    int[] leftOut = new int[count];
    int at = 0;
    int sum = 0;
    for (int i = 0; i < count; i++) {
      text.append(whole, at, from[i]);
      at = to[i];
      sum += to[i] - from[i];
      cutAt[i] = text.length();
      leftOut[i] = sum;
    }
    text.append(whole, at, whole.length());
    return new Skeleton(text.toString(), count, cutAt, leftOut);
  }

  String text() {
    return text;
  }

  /// Offset in the whole text of the character at an offset of this one.
  int whole(int offset) {
    int found = Arrays.binarySearch(cutAt, 0, stretches, offset);
    int before = found >= 0 ? found : -found - 2;
    return before < 0 ? offset : offset + leftOut[before];
  }
}
