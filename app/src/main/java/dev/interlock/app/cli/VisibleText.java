package dev.interlock.app.cli;

import java.util.Locale;

/// Text whose white space and control characters can be seen: the usual escapes for line breaks and
/// tabs, a middle dot for each space at an end or beside another, a number for what a terminal
/// would obey.
final class VisibleText {
  private static final char DOT = '·';

  private VisibleText() {}

  static String of(String text) {
    var seen = new StringBuilder();
    int[] points = text.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      int point = points[i];
      if (point == ' ') {
        boolean lost =
            i == 0 || i == points.length - 1 || blank(points[i - 1]) || blank(points[i + 1]);
        seen.append(lost ? DOT : ' ');
      } else {
        append(seen, point);
      }
    }
    return seen.toString();
  }

  private static boolean blank(int point) {
    return point == ' ' || point == '\n' || point == '\t' || point == '\r';
  }

  private static void append(StringBuilder seen, int point) {
    switch (point) {
      case '\n' -> seen.append("\\n");
      case '\t' -> seen.append("\\t");
      case '\r' -> seen.append("\\r");
      default -> {
        int kind = Character.getType(point);
        if (Character.isISOControl(point) || kind == Character.FORMAT) {
          seen.append(String.format(Locale.ROOT, "\\u%04X", point));
        } else {
          seen.appendCodePoint(point);
        }
      }
    }
  }
}
