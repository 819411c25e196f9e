package dev.interlock.server.ingest;

import java.util.Optional;

/// One line of an ignore file, all strings as bytes (see [DiskName]).
///
/// @param negated whether it takes back (`!`)
/// @param foldersOnly whether it ended with `/`
/// @param anywhere whether it has no slash inside and so is compared with the name alone
/// @param prefix its literal beginning
/// @param rest the pattern after the prefix; for `anywhere` the whole pattern
record IgnoreRule(
    boolean negated, boolean foldersOnly, boolean anywhere, String prefix, Glob rest) {
  /// Reads a line without its line end; empty for comments, blanks, and what can never match.
  static Optional<IgnoreRule> parse(String line) {
    if (line.startsWith("#")) {
      return Optional.empty();
    }
    String text = trimmed(line);
    boolean negated = text.startsWith("!");
    String pattern = negated ? text.substring(1) : text;
    boolean foldersOnly = pattern.endsWith("/");
    if (foldersOnly) {
      pattern = pattern.substring(0, pattern.length() - 1);
    }
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    boolean anywhere = pattern.indexOf('/') < 0;
    String anchored = pattern.startsWith("/") ? pattern.substring(1) : pattern;
    // git compares the literal beginning first and gives only the rest to its matcher; a "**"
    // right after it therefore counts as standing alone, and so it must here
    int literal = anywhere ? 0 : literalLength(anchored);
    return Glob.compile(anchored.substring(literal))
        .map(
            rest ->
                new IgnoreRule(
                    negated, foldersOnly, anywhere, anchored.substring(0, literal), rest));
  }

  /// Whether the rule speaks of a path.
  ///
  /// @param path relative to the folder of the ignore file
  /// @param name the path's last part
  /// @param folder whether a folder stands there; a link is none
  boolean matches(String path, String name, boolean folder) {
    if (foldersOnly && !folder) {
      return false;
    }
    return anywhere
        ? rest.matches(name)
        : path.startsWith(prefix) && rest.matches(path.substring(prefix.length()));
  }

  private static int literalLength(String pattern) {
    int length = 0;
    while (length < pattern.length() && "*?[\\".indexOf(pattern.charAt(length)) < 0) {
      length++;
    }
    return length;
  }

  /// Without the blanks at its end, unless a backslash stands before one.
  private static String trimmed(String line) {
    int end = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
        end = i + 1;
      } else if (line.charAt(i) != ' ') {
        end = i + 1;
      }
    }
    return line.substring(0, Math.min(end, line.length()));
  }
}
