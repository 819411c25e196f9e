package dev.interlock.index.chunk;

import java.util.Set;

/// What is a name in Java, as far as names of ASCII go.
final class JavaNames {
  /// Words before a bracket that are no name of what it belongs to.
  private static final Set<String> KEYWORDS =
      Set.of(
          "assert",
          "case",
          "catch",
          "default",
          "do",
          "else",
          "finally",
          "for",
          "if",
          "instanceof",
          "new",
          "return",
          "switch",
          "synchronized",
          "throw",
          "try",
          "when",
          "while",
          "yield");

  private static final int LONGEST = "synchronized".length();

  private JavaNames() {}

  static boolean starts(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  }

  static boolean part(char c) {
    return starts(c) || (c >= '0' && c <= '9');
  }

  /// Whether a name ends at this offset, which is no keyword.
  static boolean endsAt(char[] text, int end) {
    int from = end;
    while (from > 0 && part(text[from - 1])) {
      from--;
    }
    int length = end - from;
    return length > 0
        && starts(text[from])
        && (length > LONGEST || !KEYWORDS.contains(new String(text, from, length)));
  }
}
