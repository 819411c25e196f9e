package dev.interlock.wire.openai;

import java.util.List;

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

  /// The texts, once it is sure that UTF-8 can carry them.
  ///
  /// @throws IllegalArgumentException if one of them can't be
  public static List<String> wellFormed(List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      int lone = firstLone(texts.get(i));
      if (lone >= 0) {
        throw new IllegalArgumentException(
            "text %d holds half of a character at position %d".formatted(i, lone));
      }
    }
    return List.copyOf(texts);
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
