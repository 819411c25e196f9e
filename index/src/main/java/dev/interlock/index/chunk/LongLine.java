package dev.interlock.index.chunk;

import dev.interlock.core.table.Chunk;
import java.util.ArrayList;
import java.util.List;

/// Cuts one line that is too long for one chunk.
final class LongLine {
  private final Scale scale;
  private final Limits limits;

  LongLine(Scale scale, Limits limits) {
    this.scale = scale;
    this.limits = limits;
  }

  /// Parts of the text in order, each within the limit together with its line of names, blanks at
  /// both ends left out, none of them blank.
  ///
  /// @param size tokens of the whole text, roughly
  List<String> cut(String text, List<String> names, int size) {
    var parts = new ArrayList<String>();
    int step = (int) Math.max(1, (long) text.length() * limits.target() / Math.max(1, size));
    int from = 0;
    while (from < text.length()) {
      int to = end(text, names, from, step);
      String part = strip(text, from, to);
      if (!part.isEmpty()) {
        parts.add(part);
      }
      from = to;
    }
    return parts;
  }

  private int end(String text, List<String> names, int from, int step) {
    if (text.length() - from <= step && fits(text, names, from, text.length())) {
      return text.length();
    }
    int length = Math.min(step, text.length() - from - 1);
    while (length > 1) {
      int to = Cuts.atWord(text, from, from + length);
      if (fits(text, names, from, to)) {
        return to;
      }
      length = Math.min(length * 3 / 4, to - from - 1);
    }
    return Math.min(text.length(), text.offsetByCodePoints(from, 1));
  }

  private boolean fits(String text, List<String> names, int from, int to) {
    String part = strip(text, from, to);
    return scale.weigh(Chunk.vectorText(names, part)) <= limits.max();
  }

  private static String strip(String text, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && Blank.is(text.charAt(start))) {
      start++;
    }
    while (end > start && Blank.is(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }
}
