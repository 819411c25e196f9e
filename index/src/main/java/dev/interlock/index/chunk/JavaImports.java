package dev.interlock.index.chunk;

import java.util.Arrays;

/// The imports of a program in Java that stand directly behind others: each is one unit of one
/// line, whatever the parser would say, and together they are much of what it would read.
///
/// Thread: confined, for one text.
final class JavaImports {
  private static final String WORD = "import ";
  private static final String STATIC = "static ";

  private final String text;
  private int[] starts = new int[64];
  private int count;
  private int lastEnd = -1;

  JavaImports(String text) {
    this.text = text;
  }

  /// The end of the import at the start of a line; -1 if there is none, or more on its line.
  int end(int at) {
    if (!text.startsWith(WORD, at)) {
      return -1;
    }
    int name = at + WORD.length();
    int end = name(text.startsWith(STATIC, name) ? name + STATIC.length() : name);
    return end >= 0 && endsLine(end) ? end : -1;
  }

  /// Takes an import in.
  ///
  /// @return where the one before ends, if nothing but blanks lies between; else -1
  int chained(int at, int end) {
    int before = lastEnd;
    lastEnd = end;
    if (before < 0 || !Blank.is(text, before, at)) {
      return -1;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
    }
    starts[count++] = at;
    return before;
  }

  /// Where the imports start that stand behind others, in order.
  int[] starts() {
    return Arrays.copyOf(starts, count);
  }

  /// Behind the `;` of `a.b.C;` or `a.b.*;`, in ASCII; -1 if something else stands here.
  private int name(int from) {
    boolean start = true;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == ';') {
        return start ? -1 : at + 1;
      }
      if (start && c == '*' && at > from) {
        return text.startsWith(";", at + 1) ? at + 2 : -1;
      }
      boolean fits = c == '.' ? !start : start ? JavaNames.starts(c) : JavaNames.part(c);
      if (!fits) {
        return -1;
      }
      start = c == '.';
    }
    return -1;
  }

  private boolean endsLine(int end) {
    int at = end;
    while (at < text.length() && text.charAt(at) != '\n') {
      if (!Blank.is(text.charAt(at))) {
        return false;
      }
      at++;
    }
    return true;
  }
}
