package dev.interlock.server.ingest;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a file's text tells of its worth: blank, binary after all, minified, generated.
final class TextShape {
  /// Characters of the beginning that are judged as text or not.
  private static final int HEAD_CHARS = 8_192;

  /// Endings whose files are loaded by machines, and so come minified. One long line of prose, CSV
  /// or JSON lines is no sign of that.
  private static final Set<String> MINIFIABLE =
      Set.of("js", "mjs", "cjs", "jsx", "css", "json", "geojson", "svg");

  private static final int MINIFIED_MIN_CHARS = 5_000;
  private static final int MEAN_LINE_CHARS = 500;
  private static final int LONG_LINE_CHARS = 5_000;

  private static final Set<String> PROSE = Set.of("md", "markdown", "rst", "adoc", "txt");
  private static final int MARKER_LINES = 20;

  /// A line that begins as comments do, so that code that speaks of markers is not taken for one.
  private static final Pattern COMMENT =
      Pattern.compile("\\s*(//|#|/?\\*|--|;|<!--|%|\"\"\"|\\(\\*|\\{-|@?rem\\b).*");

  private static final Pattern MARKER =
      Pattern.compile(
          "(^|.*[\\s#*/;])@generated\\b(?!\\().*"
              + "|.*\\b[Gg]enerated\\b.*\\bDO NOT (EDIT|MODIFY)\\b.*"
              + "|.*\\bDO NOT (EDIT|MODIFY)\\b.*\\b[Gg]enerated\\b.*");

  /// Stands in every text that [#MARKER] takes: looking for it costs nothing beside a pattern.
  private static final String MARKED = "enerated";

  private TextShape() {}

  /// The reason to leave a text out; empty if it is worth indexing.
  static Optional<SkipReason> judge(String name, Decoded decoded) {
    String text = decoded.text();
    if (blank(text)) {
      return Optional.of(SkipReason.EMPTY);
    }
    return noText(text)
        .or(() -> minified(name, text) ? Optional.of(SkipReason.MINIFIED) : Optional.empty())
        .or(() -> generated(name, text) ? Optional.of(SkipReason.GENERATED) : Optional.empty());
  }

  private static boolean blank(String text) {
    return text.codePoints()
        .allMatch(
            c ->
                Character.isWhitespace(c)
                    || Character.isSpaceChar(c)
                    || Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT);
  }

  /// More than a twentieth control characters, or three tenths that could not be decoded.
  private static Optional<SkipReason> noText(String text) {
    int length = Math.min(text.length(), HEAD_CHARS);
    int controls = 0;
    int replaced = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == '\ufffd') {
        replaced++;
      } else if (Character.isISOControl(c) && "\t\n\r\f\b\u001b\u0085".indexOf(c) < 0) {
        controls++;
      }
    }
    if (controls * 20L > length) {
      return Optional.of(SkipReason.BINARY);
    }
    return replaced * 10L > length * 3L
        ? Optional.of(SkipReason.UNKNOWN_ENCODING)
        : Optional.empty();
  }

  private static boolean minified(String name, String text) {
    if (text.length() < MINIFIED_MIN_CHARS || !MINIFIABLE.contains(ending(name))) {
      return false;
    }
    long lines = 0;
    long inLong = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      lines++;
      inLong += line.length() > LONG_LINE_CHARS ? line.length() : 0;
    }
    return text.length() > lines * MEAN_LINE_CHARS || inLong * 2 > text.length();
  }

  private static boolean generated(String name, String text) {
    boolean prose = PROSE.contains(ending(name));
    return text.lines()
        .limit(MARKER_LINES)
        .filter(line -> line.length() < LONG_LINE_CHARS && line.contains(MARKED))
        .filter(line -> prose ? line.startsWith("<!--") : COMMENT.matcher(line).matches())
        .anyMatch(line -> MARKER.matcher(line).matches());
  }

  private static String ending(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
