package dev.interlock.app.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// The known word that a mistyped one was most likely meant to be.
final class Nearest {
  private static final int LONGEST = 64;

  /// The word with the fewest edits, if they are few for its length.
  static Optional<String> to(String typed, Collection<String> known) {
    if (typed.isEmpty() || typed.length() > LONGEST) {
      return Optional.empty();
    }
    var lower = typed.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(word -> word.length() <= LONGEST)
        .map(word -> new Candidate(word, edits(lower, word.toLowerCase(Locale.ROOT))))
        .filter(c -> c.edits <= Math.min(c.word.length(), typed.length()) / 3)
        .min(Comparator.comparingInt(Candidate::edits))
        .map(Candidate::word);
  }

  private record Candidate(String word, int edits) {}

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  static int edits(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }

  private Nearest() {}
}
