package dev.interlock.index.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;

/// A pattern for paths, in the manner of git's ignore files.
///
/// `*` is any run of characters without a slash, `?` one of them, `**` any run with slashes, and
/// `**` followed by a slash any number of folders, none included. A backslash takes the next
/// character as it is; brackets and braces have no meaning, since paths may hold them. A pattern
/// without a slash before its end matches at any depth, any other from the root; a leading slash
/// means the root. A pattern whose last part has no wildcard, or that ends in a slash, also matches
/// everything below the folder of that name.
///
/// Case counts. Thread: any.
public final class PathGlob {
  private static final int MAX_LENGTH = 1_024;

  private final Automaton automaton;
  private final CharacterRunAutomaton runner;

  private PathGlob(Automaton automaton) {
    this.automaton = automaton;
    this.runner = new CharacterRunAutomaton(automaton);
  }

  /// The pattern of that text.
  ///
  /// @throws IllegalArgumentException if it is empty, longer than 1,024 characters, or has so many
  ///   wildcards that it can't be matched in bounded time
  public static PathGlob of(String glob) {
    var pattern = glob.startsWith("/") ? glob.substring(1) : glob;
    if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a path glob has 1 to %d characters, got '%s'".formatted(MAX_LENGTH, glob));
    }
    var parts = new ArrayList<Automaton>();
    if (glob.lastIndexOf('/', glob.length() - 2) < 0) {
      parts.add(folders());
    }
    addAll(pattern.endsWith("/") ? pattern + "**" : pattern, parts);
    if (namesFolder(pattern)) {
      parts.add(
          Operations.optional(
              Operations.concatenate(List.of(Automata.makeChar('/'), Automata.makeAnyString()))));
    }
    return new PathGlob(determinised(glob, Operations.concatenate(parts)));
  }

  /// Whether the whole path matches.
  public boolean matches(String path) {
    return runner.run(path);
  }

  /// Deterministic, over code points.
  Automaton automaton() {
    return automaton;
  }

  private static Automaton determinised(String glob, Automaton automaton) {
    try {
      return Operations.determinize(automaton, Operations.DEFAULT_DETERMINIZE_WORK_LIMIT);
    } catch (TooComplexToDeterminizeException e) {
      throw new IllegalArgumentException(
          "the path glob '%s' has too many wildcards".formatted(glob), e);
    }
  }

  private static void addAll(String pattern, List<Automaton> parts) {
    for (int i = 0; i < pattern.length(); ) {
      int c = pattern.codePointAt(i);
      boolean folderStart = i == 0 || pattern.charAt(i - 1) == '/';
      if (folderStart && pattern.startsWith("**/", i)) {
        parts.add(folders());
        i += 3;
      } else if (pattern.startsWith("**", i)) {
        parts.add(Automata.makeAnyString());
        i += 2;
      } else if (c == '\\' && i + 1 < pattern.length()) {
        int escaped = pattern.codePointAt(i + 1);
        parts.add(Automata.makeChar(escaped));
        i += 1 + Character.charCount(escaped);
      } else {
        parts.add(one(c));
        i += Character.charCount(c);
      }
    }
  }

  private static Automaton one(int c) {
    return switch (c) {
      case '*' -> Operations.repeat(notSlash());
      case '?' -> notSlash();
      default -> Automata.makeChar(c);
    };
  }

  /// Any number of whole folders, each with its slash.
  private static Automaton folders() {
    return Operations.optional(
        Operations.concatenate(List.of(Automata.makeAnyString(), Automata.makeChar('/'))));
  }

  private static Automaton notSlash() {
    return Operations.union(
        List.of(
            Automata.makeCharRange(Character.MIN_CODE_POINT, '/' - 1),
            Automata.makeCharRange('/' + 1, Character.MAX_CODE_POINT)));
  }

  private static boolean namesFolder(String pattern) {
    var last = pattern.substring(pattern.lastIndexOf('/') + 1);
    return !last.isEmpty()
        && last.replaceAll("\\\\.", "").chars().noneMatch(c -> c == '*' || c == '?');
  }
}
