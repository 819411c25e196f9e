package dev.interlock.wire.openai;

/// Halves of characters: a lone surrogate is a legal JSON escape, but no UTF-8 (C92).
///
/// Thread: any, pure.
public final class Surrogates {
  private Surrogates() {}

  /// Position of the first lone surrogate in UTF-16 units, or -1 where the text is well-formed.
  public static int firstLone(String text) {
    return firstLone(text, 0);
  }

  private static int firstLone(CharSequence text, int from) {
    int at = from;
    while (at < text.length()) {
      int point = Character.codePointAt(text, at);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return at;
      }
      at += Character.charCount(point);
    }
    return -1;
  }

  /// The text with each lone surrogate replaced by U+FFFD.
  public static String replaceLone(String text) {
    int at = firstLone(text, 0);
    if (at < 0) {
      return text;
    }
    var mended = new StringBuilder(text);
    while (at >= 0) {
      mended.setCharAt(at, '\uFFFD');
      at = firstLone(mended, at + 1);
    }
    return mended.toString();
  }
}
