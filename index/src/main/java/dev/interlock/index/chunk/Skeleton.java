package dev.interlock.index.chunk;

import java.util.Arrays;

/// A text with stretches left out, and the way back from its offsets to those of the whole: what
/// the parser gets to see.
final class Skeleton {
  private final String text;
  private final int[] cutAt;
  private final int[] leftOut;
  private final int[] units;

  private Skeleton(String text, int[] cutAt, int[] leftOut, int[] units) {
    this.text = text;
    this.cutAt = cutAt;
    this.leftOut = leftOut;
    this.units = units;
  }

  /// The whole text.
  static Skeleton whole(String text) {
    return new Skeleton(text, new int[0], new int[0], new int[0]);
  }

  /// The text without these stretches.
  ///
  /// @param units offsets in the whole text of what was left out though each is a unit of its own,
  ///   in order
  static Skeleton without(String whole, Stretches out, int[] units) {
    char[] from = whole.toCharArray();
    char[] text = new char[from.length];
    int length = 0;
    int[] cutAt = new int[out.count()];
    int[] leftOut = new int[out.count()];
    int at = 0;
    int sum = 0;
    for (int i = 0; i < cutAt.length; i++) {
      System.arraycopy(from, at, text, length, out.from(i) - at);
      length += out.from(i) - at;
      at = out.to(i);
      sum += out.to(i) - out.from(i);
      cutAt[i] = length;
      leftOut[i] = sum;
    }
    System.arraycopy(from, at, text, length, from.length - at);
    length += from.length - at;
    return new Skeleton(new String(text, 0, length), cutAt, leftOut, units);
  }

  /// Where units start that the parser does not see, in the whole text and in order.
  int[] units() {
    return units.clone();
  }

  String text() {
    return text;
  }

  /// Offset in the whole text of the character at an offset of this one.
  int whole(int offset) {
    int found = Arrays.binarySearch(cutAt, offset);
    int before = found >= 0 ? found : -found - 2;
    return before < 0 ? offset : offset + leftOut[before];
  }
}
