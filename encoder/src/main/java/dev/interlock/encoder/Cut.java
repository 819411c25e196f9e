package dev.interlock.encoder;

/// What a character does to the run of characters around it, in BERT's first split.
///
/// Only characters whose part is the same in every version of Unicode cut; all others are left
/// inside runs, for the real tokenizer to judge. Control characters stay inside too: the tokenizer
/// drops them and joins what they part.
enum Cut {
  /// Part of a run.
  NONE,
  /// Ends a run and is nothing itself.
  BLANK,
  /// Ends a run and is one token.
  TOKEN;

  private static final Cut[] ASCII = ascii();

  static Cut of(char c) {
    if (c < ASCII.length) {
      return ASCII[c];
    }
    return isChinese(c) ? TOKEN : NONE;
  }

  /// Whether the run is all ASCII letters and digits.
  static boolean isPlainWord(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isLetterOrDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /// The ideographs of Unicode 1.1 and 3.0, each set apart by the tokenizer.
  private static boolean isChinese(char c) {
    return (c >= '\u4E00' && c <= '\u9FA5') || (c >= '\u3400' && c <= '\u4DB5');
  }

  private static Cut[] ascii() {
    var cuts = new Cut[0x80];
    for (char c = 0; c < cuts.length; c++) {
      boolean blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      boolean inside = isLetterOrDigit(c) || c < ' ' || c == 0x7F;
      cuts[c] = blank ? BLANK : inside ? NONE : TOKEN;
    }
    return cuts;
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
