package dev.interlock.encoder;

import java.util.List;
import java.util.random.RandomGenerator;

/// Texts to try a tokenizer on, drawn from a generator of a known seed.
final class RandomTexts {
  private static final List<String> PIECES =
      List.of(
          "[CLS]",
          "[SEP]",
          "[MASK]",
          "[PAD]",
          "[UNK]",
          "##",
          "\r\n",
          "\t",
          "  ",
          "\u0000",
          "\u0001",
          "\u007F",
          "\u000B",
          "\u000C",
          "\u0085",
          "\u00A0",
          "\u200B",
          "\uFEFF",
          "\uFFFD",
          "\u0301",
          "\u00E9",
          "\u0130",
          "\u1E9E",
          "\uFB03",
          "\u4E2D",
          "\u9FA5",
          "\u9FA6",
          "\u3400",
          "\u4DB5",
          "\u4DB6",
          "\uF900",
          "\u3042",
          "\uAC00",
          "\u0E33",
          "\u0958",
          "\uD83D\uDE00",
          "\uD840\uDC00",
          "\uD83D",
          "\uDE00",
          "\u2014",
          "\u201C",
          "$",
          "_",
          "x".repeat(101));

  private static final List<String> WORDS =
      List.of(
          "public",
          "static",
          "class",
          "embedding",
          "tokenizer",
          "getUserById",
          "HTTPServer",
          "maxRetries2",
          "i",
          "0x1F",
          "3.14",
          "foo_bar",
          "__init__",
          "=>",
          "!=",
          "::",
          "//",
          "/**",
          "{",
          "}",
          "();",
          "\"quoted\"",
          "'c'",
          "\\n",
          "na\u00EFve",
          "\u00B5s",
          "\u2192",
          "#include");

  private RandomTexts() {}

  /// Anything at all: letters, marks, every script, broken pairs, special spellings.
  static String mixed(RandomGenerator random) {
    var text = new StringBuilder();
    int length = random.nextInt(60);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(6)) {
        case 0 -> text.append(PIECES.get(random.nextInt(PIECES.size())));
        case 1 -> text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
        case 2 -> text.append((char) random.nextInt(0x3000));
        case 3 -> text.append((char) random.nextInt(0x80));
        case 4 -> text.append(' ');
        default -> text.append(word(random));
      }
    }
    return text.toString();
  }

  /// Lines that look like a program.
  static String source(RandomGenerator random) {
    var text = new StringBuilder();
    for (int line = random.nextInt(40); line >= 0; line--) {
      text.append(" ".repeat(random.nextInt(12)));
      for (int i = random.nextInt(14); i > 0; i--) {
        text.append(random.nextInt(4) == 0 ? word(random) : WORDS.get(random.nextInt(WORDS.size())))
            .append(random.nextBoolean() ? " " : "");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String word(RandomGenerator random) {
    var word = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      word.append((char) ((random.nextInt(5) == 0 ? 'A' : 'a') + random.nextInt(26)));
    }
    return word.toString();
  }
}
