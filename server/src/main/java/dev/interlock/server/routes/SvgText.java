package dev.interlock.server.routes;

import java.util.ArrayList;
import java.util.List;

/// Words of others inside an SVG. Thread: any, pure.
final class SvgText {
  private static final char ELLIPSIS = '…';
  private static final int REPLACEMENT = 0xFFFD;

  private SvgText() {}

  /// Text that can be no markup and turns no line around, in ASCII, so that no encoding of a
  /// terminal or a pipe can break it.
  static String escaped(String text) {
    var safe = new StringBuilder(text.length() + 16);
    seen(text).codePoints().forEach(point -> append(safe, point));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int point) {
    boolean plain = point >= ' ' && point <= '~' && "<>&\"'".indexOf(point) < 0;
    if (plain) {
      safe.append((char) point);
    } else {
      safe.append("&#").append(point).append(';');
    }
  }

  /// The text as it is shown: controls, marks of direction and halves of characters are what they
  /// are, wrong.
  static String seen(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints().map(SvgText::seen).forEach(shown::appendCodePoint);
    return shown.toString();
  }

  private static int seen(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          REPLACEMENT;
      default -> point;
    };
  }

  /// How wide a text is at most, in hundredths of its font's size, whatever sans font shows it.
  static int width(String text) {
    return text.codePoints().map(SvgText::width).sum();
  }

  private static int width(int point) {
    if (point > 0x2E7F) {
      return 105;
    }
    return "ijlI.,:;'|!ft()[]/ ".indexOf(point) >= 0
        ? 39
        : "mwMW@%".indexOf(point) >= 0 || Character.isUpperCase(point) ? 86 : 62;
  }

  /// The text, with an ellipsis instead of its middle where it is too wide: both ends of a name
  /// tell it from others.
  ///
  /// @param room in hundredths of the font's size
  static String fitted(String text, int room) {
    if (width(text) <= room) {
      return text;
    }
    int[] points = text.codePoints().toArray();
    for (int kept = points.length - 1; kept > 1; kept--) {
      int head = (kept + 1) / 2;
      var shorter =
          new String(points, 0, head)
              + ELLIPSIS
              + new String(points, points.length - (kept - head), kept - head);
      if (width(shorter) <= room) {
        return shorter;
      }
    }
    return String.valueOf(ELLIPSIS);
  }

  /// The text in lines that fit; what is beyond the last of them is an ellipsis.
  ///
  /// @param room of a line, in hundredths of the font's size
  static List<String> wrapped(String text, int room, int most) {
    var lines = new ArrayList<String>();
    var line = "";
    for (var word : text.split(" ", -1)) {
      var longer = line.isEmpty() ? word : line + " " + word;
      if (width(longer) <= room) {
        line = longer;
      } else {
        if (!line.isEmpty()) {
          lines.add(line);
        }
        line = fitted(word, room);
      }
    }
    lines.add(line);
    if (lines.size() <= most) {
      return lines;
    }
    var kept = new ArrayList<>(lines.subList(0, most));
    kept.set(most - 1, fittedHead(lines.get(most - 1), room));
    return kept;
  }

  private static String fittedHead(String line, int room) {
    int[] points = line.codePoints().toArray();
    for (int kept = points.length; kept > 0; kept--) {
      var shorter = new String(points, 0, kept) + " " + ELLIPSIS;
      if (width(shorter) <= room) {
        return shorter;
      }
    }
    return String.valueOf(ELLIPSIS);
  }
}
