package dev.interlock.server.ingest;

import java.util.BitSet;
import java.util.Optional;

/// Reads a bracket set of a [Glob], such as `[a-z]`, `[!ab]`, `[[:digit:]_]`. Classes know ASCII
/// only, as in git.
final class GlobSet {
  private static final char NOTHING = 0;

  private final String pattern;
  private final BitSet bytes = new BitSet(256);
  private int at;
  private char previous = NOTHING;

  private GlobSet(String pattern, int at) {
    this.pattern = pattern;
    this.at = at;
  }

  /// A set that was read.
  ///
  /// @param bytes what it matches; never the slash
  /// @param end position after the closing bracket
  record Parsed(BitSet bytes, int end) {}

  /// The set whose bracket opens at a position; empty if it never closes or names an unknown class.
  static Optional<Parsed> parse(String pattern, int open) {
    boolean negated = pattern.startsWith("!", open + 1) || pattern.startsWith("^", open + 1);
    var set = new GlobSet(pattern, open + (negated ? 2 : 1));
    // the first member may be the closing bracket itself
    do {
      if (!set.member()) {
        return Optional.empty();
      }
    } while (!set.pattern.startsWith("]", set.at));
    if (negated) {
      set.bytes.flip(0, 256);
    }
    set.bytes.clear('/');
    return Optional.of(new Parsed(set.bytes, set.at + 1));
  }

  private boolean member() {
    if (at >= pattern.length()) {
      return false;
    }
    char c = pattern.charAt(at);
    if (c == '-'
        && previous != NOTHING
        && at + 1 < pattern.length()
        && !pattern.startsWith("]", at + 1)) {
      at++;
      return range();
    }
    if (pattern.startsWith("[:", at)) {
      return namedClass();
    }
    return escaped() && single(pattern.charAt(at));
  }

  /// Moves over a backslash; false if nothing follows it.
  private boolean escaped() {
    if (pattern.charAt(at) == '\\') {
      at++;
    }
    return at < pattern.length();
  }

  private boolean single(char c) {
    bytes.set(c);
    previous = c;
    at++;
    return true;
  }

  private boolean range() {
    if (!escaped()) {
      return false;
    }
    char last = pattern.charAt(at++);
    if (previous <= last) {
      bytes.set(previous, last + 1);
    }
    previous = NOTHING;
    return true;
  }

  private boolean namedClass() {
    int close = pattern.indexOf(']', at + 2);
    if (close < 0) {
      return false;
    }
    if (close == at + 2 || pattern.charAt(close - 1) != ':') {
      // no ":]" follows, so the bracket stands for itself
      return single('[');
    }
    boolean known = addClass(pattern.substring(at + 2, close - 1));
    at = close + 1;
    previous = NOTHING;
    return known;
  }

  private boolean addClass(String name) {
    switch (name) {
      case "alnum" -> add("09", "AZ", "az");
      case "alpha" -> add("AZ", "az");
      case "blank" -> add("  ", "\t\t");
      case "cntrl" -> add("\0\37", "\177\177");
      case "digit" -> add("09");
      case "graph" -> add("!~");
      case "lower" -> add("az");
      case "print" -> add(" ~");
      case "punct" -> add("!/", ":@", "[`", "{~");
      case "space" -> add("  ", "\t\n", "\r\r");
      case "upper" -> add("AZ");
      case "xdigit" -> add("09", "AF", "af");
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Adds ranges, each given as its first and last byte.
  private void add(String... ranges) {
    for (String range : ranges) {
      bytes.set(range.charAt(0), range.charAt(1) + 1);
    }
  }
}
