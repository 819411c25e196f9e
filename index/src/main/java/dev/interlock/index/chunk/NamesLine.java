package dev.interlock.index.chunk;

import dev.interlock.core.embed.TokenCounter;
import java.util.ArrayList;
import java.util.List;

/// Keeps the line of names short: it is context, not content.
final class NamesLine {
  private static final int LONGEST_NAME = 80;

  private final TokenCounter counter;
  private final int maxTokens;
  private Scope lastScope = Scope.FILE;
  private String lastOwn = "";
  private List<String> last = List.of();

  NamesLine(TokenCounter counter, int maxTokens) {
    this.counter = counter;
    this.maxTokens = maxTokens;
  }

  /// Names of a scope and the definition in it, shortened from the middle: the innermost say most,
  /// the outermost is kept longest of the rest.
  List<String> of(Scope scope, String own) {
    if (scope != lastScope || !own.equals(lastOwn)) {
      last = fit(scope.names(own));
      lastScope = scope;
      lastOwn = own;
    }
    return last;
  }

  private List<String> fit(List<String> all) {
    var names = new ArrayList<String>(all.size());
    for (String name : all) {
      String plain = plain(name);
      if (!plain.isEmpty()) {
        names.add(plain);
      }
    }
    while (!names.isEmpty() && counter.count(String.join(" ", names) + "\n") > maxTokens) {
      names.remove(names.size() > 2 ? 1 : 0);
    }
    return List.copyOf(names);
  }

  /// On one line and of a bearable length.
  private static String plain(String name) {
    String bare = name.strip();
    String line = oneWord(bare) ? bare : bare.replaceAll("\\s+", " ");
    return line.length() <= LONGEST_NAME
        ? line
        : line.substring(0, Cuts.before(line, LONGEST_NAME)).strip();
  }

  private static boolean oneWord(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) <= ' ') {
        return false;
      }
    }
    return true;
  }
}
