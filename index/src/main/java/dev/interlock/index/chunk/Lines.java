package dev.interlock.index.chunk;

import java.util.Arrays;
import java.util.BitSet;

/// A text by its lines: where each starts, how far it is indented and what it weighs, each found
/// once. Lines are numbered from 0 and end at `\n`; a `\r` before it is blank.
final class Lines {
  private final String text;
  private final int count;
  private final int[] start;
  private final int[] first;
  private final int[] sum;
  private final int[] spans;
  private final BitSet held = new BitSet();

  Lines(String text, Scale scale) {
    this(text, scale, new int[0]);
  }

  /// Lines of a text that was drawn from a file of other lines.
  ///
  /// @param spans for each line, the first and the last line of the file that it came from, 1-based
  Lines(String text, Scale scale, int[] spans) {
    this.spans = spans;
    this.text = text;
    this.start = starts(text);
    this.count = start.length - 1;
    this.first = new int[count];
    this.sum = new int[count + 1];
    scale.counter().expect(text);
    int newline = scale.weigh("\n");
    for (int i = 0; i < count; i++) {
      first[i] = firstFrom(start[i], start[i + 1]);
      sum[i + 1] = sum[i] + (start[i + 1] - start[i] == 1 && blank(i) ? newline : weight(i, scale));
    }
  }

  private static int[] starts(String text) {
    int[] start = new int[Math.max(16, text.length() / 24)];
    int n = 0;
    int at = 0;
    while (at < text.length()) {
      if (n + 1 == start.length) {
        start = Arrays.copyOf(start, n * 2);
      }
      start[n++] = at;
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end + 1;
    }
    start = Arrays.copyOf(start, n + 1);
    start[n] = text.length();
    return start;
  }

  private int firstFrom(int from, int to) {
    int at = from;
    while (at < to && Blank.is(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int weight(int line, Scale scale) {
    return scale.weighLine(text, start[line], first[line], start[line + 1]);
  }

  int count() {
    return count;
  }

  /// The line that holds the character at this offset.
  int at(int offset) {
    int found = Arrays.binarySearch(start, 0, count, offset);
    return found >= 0 ? found : Math.max(0, -found - 2);
  }

  /// Offset of the first character of the line that is not blank, its end if there is none.
  int first(int line) {
    return first[line];
  }

  boolean blank(int line) {
    return first[line] == start[line + 1];
  }

  int indent(int line) {
    return first[line] - start[line];
  }

  /// Tokens of the lines, each counted alone.
  int size(int from, int to) {
    return sum[to] - sum[from];
  }

  /// First line from here on that is not blank, `to` if there is none.
  int skipBlank(int from, int to) {
    int line = from;
    while (line < to && blank(line)) {
      line++;
    }
    return line;
  }

  /// The line behind the last one that is not blank, `from` if there is none.
  int backBlank(int from, int to) {
    int line = to;
    while (line > from && blank(line - 1)) {
      line--;
    }
    return line;
  }

  /// One line without its end.
  String line(int line) {
    int end = start[line + 1];
    while (end > start[line] && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(start[line], end);
  }

  /// The lines with `\n` between them and nothing blank at the end.
  String text(int from, int to) {
    int end = start[to];
    while (end > start[from] && Blank.is(text.charAt(end - 1))) {
      end--;
    }
    String part = text.substring(start[from], end);
    return part.indexOf('\r') < 0 ? part : part.replace("\r\n", "\n");
  }

  /// Asks that no cut be made before any of these lines if it can be helped.
  void hold(int from, int to) {
    held.set(from, to);
  }

  boolean held(int line) {
    return held.get(line);
  }

  /// What a reader of the file calls this line, 1-based.
  int number(int line) {
    return spans.length == 0 ? line + 1 : spans[line * 2];
  }

  /// The line of the file where this line ends, 1-based.
  int lastNumber(int line) {
    return spans.length == 0 ? line + 1 : spans[line * 2 + 1];
  }

  String text() {
    return text;
  }
}
