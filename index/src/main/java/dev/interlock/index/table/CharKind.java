package dev.interlock.index.table;

/// What a character is to [WordScanner].
enum CharKind {
  /// A letter or digit of a script that puts spaces between words.
  WORD,
  /// A letter of a script that doesn't.
  UNSPACED,
  /// A symbol that is a word by itself, such as an emoji.
  PICTURE,
  /// Everything else.
  OTHER;

  private static final boolean[] ASCII_WORD = new boolean[0x80];

  static {
    for (char c = 0; c < 0x80; c++) {
      ASCII_WORD[c] = Character.isLetterOrDigit(c);
    }
  }

  /// The kind of the code point.
  static CharKind of(int c) {
    if (c < 0x80) {
      return ASCII_WORD[c] ? WORD : OTHER;
    }
    if (Character.isLetterOrDigit(c)) {
      return unspaced(c) ? UNSPACED : WORD;
    }
    if (mark(c)) {
      return unspaced(c) ? UNSPACED : OTHER;
    }
    return Character.getType(c) == Character.OTHER_SYMBOL ? PICTURE : OTHER;
  }

  /// Whether it belongs to the letter before it.
  static boolean mark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean unspaced(int c) {
    return switch (Character.UnicodeScript.of(c)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
      default -> false;
    };
  }
}
