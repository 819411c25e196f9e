package dev.interlock.app.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What was found so far, mistakes and warnings; bounded, so that a wrong file can't flood a
/// terminal.
final class Problems {
  static final int MOST = 100;

  private static final int VALUE_LENGTH = 80;

  private final List<Problem> found = new ArrayList<>();
  private final List<Warning> warnings = new ArrayList<>();
  private int left;

  void add(Place place, String value, String message, List<String> allowed) {
    if (found.size() == MOST) {
      left++;
      return;
    }
    found.add(
        new Problem(place.line(), place.column(), place.key(), shown(value), message, allowed));
  }

  void add(Place place, String message) {
    add(place, "", message, List.of());
  }

  void warn(Place place, String message) {
    warnings.add(new Warning(place.line(), place.key(), message));
  }

  boolean none() {
    return found.isEmpty();
  }

  List<Problem> problems() {
    var all = new ArrayList<>(found);
    all.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    if (left > 0) {
      all.add(new Problem(0, 0, "", "", "and " + left + " more mistakes", List.of()));
    }
    return all;
  }

  List<Warning> warnings() {
    return warnings.stream().sorted(Comparator.comparingInt(Warning::line)).toList();
  }

  /// One line of a terminal: control characters out, long values cut.
  private static String shown(String value) {
    var line = new StringBuilder();
    value
        .codePoints()
        .limit(VALUE_LENGTH)
        .forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return value.codePointCount(0, value.length()) > VALUE_LENGTH ? line + "..." : line.toString();
  }
}
