package dev.interlock.index.chunk;

import java.text.BreakIterator;
import java.util.Locale;

/// Where a line may be cut when it must be: between words, else between what a reader sees as
/// characters, never between the halves of one (C92).
final class Cuts {
  /// No sane cluster of marks and joiners is longer.
  private static final int LONGEST_CLUSTER = 64;

  private Cuts() {}

  /// The best place at or before an offset, at most a quarter of the way back for a word's sake;
  /// never 0 for an offset of 1 or more unless the text starts with one character that is longer.
  static int atWord(String text, int from, int offset) {
    int least = offset - (offset - from) / 4;
    for (int at = offset; at > least; at--) {
      if (Blank.is(text.charAt(at - 1)) || Blank.is(text.charAt(at))) {
        return at;
      }
    }
    for (int at = offset; at > least; at--) {
      char before = text.charAt(at - 1);
      if (before < 0x80 && text.charAt(at) < 0x80 && !Character.isLetterOrDigit(before)) {
        return at;
      }
    }
    int at = before(text, offset);
    return at > from ? at : afterCodePoint(text, offset);
  }

  /// The last border between visible characters at or before an offset.
  static int before(String text, int offset) {
    if (offset >= text.length()) {
      return text.length();
    }
    if (text.charAt(offset) < 0x300 && text.charAt(offset - 1) < 0x300) {
      return offset;
    }
    int from = codePointBefore(text, Math.max(0, offset - LONGEST_CLUSTER));
    int to = afterCodePoint(text, Math.min(text.length(), offset + 4));
    var clusters = BreakIterator.getCharacterInstance(Locale.ROOT);
    clusters.setText(text.substring(from, to));
    int at = clusters.isBoundary(offset - from) ? offset - from : clusters.preceding(offset - from);
    return at > 0 ? from + at : codePointBefore(text, offset);
  }

  private static int codePointBefore(String text, int offset) {
    return splitsPair(text, offset) ? offset - 1 : offset;
  }

  private static int afterCodePoint(String text, int offset) {
    return splitsPair(text, offset) ? offset + 1 : offset;
  }

  private static boolean splitsPair(String text, int offset) {
    return offset > 0
        && offset < text.length()
        && Character.isHighSurrogate(text.charAt(offset - 1))
        && Character.isLowSurrogate(text.charAt(offset));
  }
}
