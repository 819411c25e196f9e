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

  private static final CharKind[] ASCII = new CharKind[0x80];

  static {
    for (char c = 0; c < 0x80; c++) {
      ASCII[c] = Character.isLetterOrDigit(c) ? WORD : OTHER;
    }
  }

  /// The kind of the code point.
  static CharKind of(int c) {
    return c < ASCII.length ? ASCII[c] : beyondAscii(c);
  }

  private static CharKind beyondAscii(int c) {
    if (Character.isLetterOrDigit(c)) {
      return unspaced(c) ? UNSPACED : WORD;
    }
    if (mark(c)) {
      return unspaced(c) ? UNSPACED : OTHER;
    }
    return Character.getType(c) == Character.OTHER_SYMBOL ? PICTURE : OTHER;
  }

  /// Whether it is a digit of any script.
  static boolean digit(char c) {
    return c < 0x80 ? c >= '0' && c <= '9' : Character.isDigit(c);
  }

  static boolean upper(char c) {
    return c < 0x80 ? c >= 'A' && c <= 'Z' : Character.isUpperCase(c);
  }

  static boolean lower(char c) {
    return c < 0x80 ? c >= 'a' && c <= 'z' : Character.isLowerCase(c);
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
