package dev.interlock.index.chunk;

import java.util.Arrays;
import java.util.Map;

/// Leaves out of a program what its outline does not need: the inside of comments, and of every
/// block in braces that is small enough to be one unit, for such a node is never opened. In Java
/// also the inside of small brackets behind a name, indents, and imports behind imports.
///
/// The parser is by far the dearest part of cutting, and this takes most of its work away. Only for
/// languages whose strings and comments a few rules tell apart exactly (not C, whose preprocessor
/// may open a block twice; not JavaScript with its templates, C82); a text whose brackets don't
/// balance is left whole. 10,000 files of the JDK, Hibernate and jsoup had the same chunks with and
/// without it. Thread: confined, for one text.
final class Thinner {
  /// @param backQuotes whether a back quote opens a string without escapes that may span lines
  /// @param textBlocks whether `"""` opens a string that may span lines
  /// @param java whether it is Java, where lines end like any blank, and brackets of parameters and
  ///   arguments may be empty
  private record Rules(boolean backQuotes, boolean textBlocks, boolean java) {}

  private static final Map<String, Rules> LANGUAGES =
      Map.of("java", new Rules(false, true, true), "go", new Rules(true, false, false));

  /// What [#step] has to look at.
  private static final boolean[] MARKS = marks("/\"'{}`()\n");

  private final char[] text;
  private final Lines lines;
  private final int whole;
  private final Rules rules;
  private final Stretches out = new Stretches();
  private final JavaImports imports;
  private int[] open = new int[64];
  private int depth;

  private Thinner(Lines lines, int whole, Rules rules) {
    this.text = lines.text().toCharArray();
    this.lines = lines;
    this.whole = whole;
    this.rules = rules;
    this.imports = new JavaImports(lines.text());
  }

  private static boolean[] marks(String characters) {
    var marks = new boolean['}' + 1];
    characters.chars().forEach(c -> marks[c] = true);
    return marks;
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
        ? Skeleton.without(lines.text(), thinner.out, thinner.imports.starts())
        : Skeleton.whole(lines.text());
  }

  /// False if the text is not what the rules expect.
  private boolean scan() {
    int at = nextMark(0);
    while (at >= 0 && at < text.length) {
      at = step(at);
      if (at >= 0) {
        at = nextMark(at);
      }
    }
    return at >= 0 && depth == 0;
  }

  private int nextMark(int from) {
    int at = from;
    while (at < text.length && (text[at] >= MARKS.length || !MARKS[text[at]])) {
      at++;
    }
    return at;
  }

  private int step(int at) {
    return switch (text[at]) {
      case '/' -> comment(at);
      case '"' -> string(at);
      case '\'' -> quoted(at, '\'');
      case '{' -> opened(at);
      case '}' -> closed(at, '{');
      case '`' -> rules.backQuotes() ? raw(at) : at + 1;
      case '(' -> rules.java() ? opened(at) : at + 1;
      case ')' -> rules.java() ? closed(at, '(') : at + 1;
      case '\n' -> rules.java() ? indent(at) : at + 1;
      default -> at + 1;
    };
  }

  private boolean is(char c, int at) {
    return at < text.length && text[at] == c;
  }

  private int comment(int at) {
    if (is('/', at + 1)) {
      int end = find('\n', at);
      int stop = end < 0 ? text.length : end;
      out.add(at + 2, stop);
      return stop;
    }
    if (!is('*', at + 1)) {
      return at + 1;
    }
    int end = find('*', at + 2);
    while (end >= 0 && !is('/', end + 1)) {
      end = find('*', end + 1);
    }
    if (end < 0) {
      return -1;
    }
    out.add(at + 2, end);
    return end + 2;
  }

  private int find(char c, int from) {
    for (int at = from; at < text.length; at++) {
      if (text[at] == c) {
        return at;
      }
    }
    return -1;
  }

  private int string(int at) {
    return rules.textBlocks() && tripled(at) ? textBlock(at) : quoted(at, '"');
  }

  private boolean tripled(int at) {
    return is('"', at) && is('"', at + 1) && is('"', at + 2);
  }

  private int textBlock(int at) {
    for (int i = at + 3; i < text.length; i++) {
      if (text[i] == '\\') {
        i++;
      } else if (tripled(i)) {
        return i + 3;
      }
    }
    return -1;
  }

  /// Behind a literal with escapes; one that its line does not end is ended there.
  private int quoted(int at, char quote) {
    for (int i = at + 1; i < text.length; i++) {
      char c = text[i];
      if (c == '\\') {
        i++;
      } else if (c == quote || c == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private int raw(int at) {
    int end = find('`', at + 1);
    return end < 0 ? -1 : end + 1;
  }

  private int opened(int at) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = at;
    return at + 1;
  }

  private int closed(int at, char opener) {
    if (depth == 0 || text[open[depth - 1]] != opener) {
      return -1;
    }
    int start = open[--depth];
    boolean small = lines.size(lines.at(start), lines.at(at) + 1) <= whole;
    if (small && (opener == '{' || JavaNames.endsAt(text, start))) {
      out.add(start + 1, at);
    }
    return at + 1;
  }

  /// Behind blanks and an import that follow a line's end.
  private int indent(int at) {
    int first = at + 1;
    while (first < text.length && isBlank(text[first])) {
      first++;
    }
    out.add(at + 1, first);
    int end = depth == 0 ? imports.end(first) : -1;
    if (end < 0) {
      return first;
    }
    int before = imports.chained(first, end);
    if (before >= 0) {
      out.add(before, end);
    }
    return end;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
}
