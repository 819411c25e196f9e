package dev.interlock.index.chunk;

import java.util.Arrays;
import java.util.Map;

/// Leaves out of a program what its outline does not need: the inside of comments, and of every
/// block in braces that is small enough to be one unit, for such a node is never opened.
///
/// The parser is by far the dearest part of cutting, and this takes most of its work away. Only for
/// languages whose strings and comments a few rules tell apart exactly (not C, whose preprocessor
/// may open a block twice; not JavaScript with its templates, C82); a text whose braces don't
/// balance is left whole. 2,226 files of the JDK and jsoup had the same outline with and without
/// it. Thread: confined, for one text.
final class Thinner {
  /// @param backQuotes whether a back quote opens a string without escapes that may span lines
  /// @param textBlocks whether `"""` opens a string that may span lines
  private record Rules(boolean backQuotes, boolean textBlocks) {}

  private static final Map<String, Rules> LANGUAGES =
      Map.of("java", new Rules(false, true), "go", new Rules(true, false));

  private final String text;
  private final Lines lines;
  private final int whole;
  private final Rules rules;
  private int[] open = new int[64];
  private int depth;
  private int[] from = new int[256];
  private int[] to = new int[256];
  private int count;

  private Thinner(Lines lines, int whole, Rules rules) {
    this.text = lines.text();
    this.lines = lines;
    this.whole = whole;
    this.rules = rules;
  }

  /// What the parser of a language needs of a text.
  ///
  /// @param whole size up to which a node is one unit
  static Skeleton thin(String language, Lines lines, int whole) {
    Rules rules = LANGUAGES.get(language);
    if (rules == null) {
      return Skeleton.whole(lines.text());
    }
    var thinner = new Thinner(lines, whole, rules);
    return thinner.scan()
        ? Skeleton.without(lines.text(), thinner.count, thinner.from, thinner.to)
        : Skeleton.whole(lines.text());
  }

  /// False if the text is not what the rules expect.
  private boolean scan() {
    int at = 0;
    while (at >= 0 && at < text.length()) {
      char c = text.charAt(at);
      at =
          switch (c) {
            case '/' -> comment(at);
            case '"' -> string(at);
            case '\'' -> quoted(at, '\'');
            case '{' -> opened(at);
            case '}' -> closed(at);
            case '`' -> rules.backQuotes() ? raw(at) : at + 1;
            default -> at + 1;
          };
    }
    return at >= 0 && depth == 0;
  }

  private int comment(int at) {
    if (text.startsWith("//", at)) {
      int end = text.indexOf('\n', at);
      int stop = end < 0 ? text.length() : end;
      leaveOut(at + 2, stop);
      return stop;
    }
    if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      if (end >= 0) {
        leaveOut(at + 2, end);
      }
      return end < 0 ? -1 : end + 2;
    }
    return at + 1;
  }

  private int string(int at) {
    if (rules.textBlocks() && text.startsWith("\"\"\"", at)) {
      return textBlock(at);
    }
    return quoted(at, '"');
  }

  private int textBlock(int at) {
    for (int i = at + 3; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.startsWith("\"\"\"", i)) {
        return i + 3;
      }
    }
    return -1;
  }

  /// Behind a literal with escapes; one that its line does not end is ended there.
  private int quoted(int at, char quote) {
    for (int i = at + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == quote || c == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private int raw(int at) {
    int end = text.indexOf('`', at + 1);
    return end < 0 ? -1 : end + 1;
  }

  private int opened(int at) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = at;
    return at + 1;
  }

  private int closed(int at) {
    if (depth == 0) {
      return -1;
    }
    int start = open[--depth];
    if (lines.size(lines.at(start), lines.at(at) + 1) <= whole) {
      while (count > 0 && from[count - 1] > start) {
        count--;
      }
      leaveOut(start + 1, at);
    }
    return at + 1;
  }

  private void leaveOut(int start, int end) {
    if (start >= end) {
      return;
    }
    if (count == from.length) {
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    from[count] = start;
    to[count] = end;
    count++;
  }
}
