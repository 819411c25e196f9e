package dev.interlock.index.chunk;

/// What counts as blank: a text of nothing else is never embedded (C76).
final class Blank {
  private Blank() {}

  /// White space of every kind, no-break spaces and the two invisible marks that editors leave.
  static boolean is(char c) {
    return c <= ' '
        ? Character.isWhitespace(c)
        : c >= 0x80
            && (Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || c == '\uFEFF'
                || c == '\u200B');
  }

  /// Whether nothing but blanks lies between two offsets.
  static boolean is(CharSequence text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!is(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
