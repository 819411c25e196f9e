package dev.interlock.index.search;

import dev.interlock.core.table.Chunk;
import dev.interlock.index.table.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The few lines of a chunk that best show why it was found.
///
/// @param startLine line of the file where it begins, 1-based
/// @param text up to [#MAX_LINES] lines, each cut to [#MAX_COLUMNS] characters, joined by `\n`
public record Snippet(int startLine, String text) {
  /// Lines at the most.
  public static final int MAX_LINES = 8;

  /// Characters of a line at the most; a longer one ends in `…`.
  public static final int MAX_COLUMNS = 200;

  /// The stretch that shares most with the query; words that the chunk repeats everywhere count
  /// less. Where nothing is shared, the chunk's beginning.
  public static Snippet of(Chunk chunk, String query) {
    var lines = chunk.text().lines().toList();
    if (lines.isEmpty()) {
      return new Snippet(chunk.startLine(), "");
    }
    int from = best(lines, Words.telling(query));
    int to = Math.min(lines.size(), from + MAX_LINES);
    while (from < to - 1 && lines.get(from).isBlank()) {
      from++;
    }
    while (to > from + 1 && lines.get(to - 1).isBlank()) {
      to--;
    }
    var shown = lines.subList(from, to).stream().map(Snippet::cut).toList();
    return new Snippet(chunk.startLine() + from, String.join("\n", shown));
  }

  /// First line of the window with the highest worth.
  private static int best(List<String> lines, Set<String> wanted) {
    var shared = new ArrayList<Set<String>>();
    var lineCounts = new HashMap<String, Integer>();
    for (var line : lines) {
      var words = new HashSet<>(Words.of(line));
      words.retainAll(wanted);
      words.forEach(w -> lineCounts.merge(w, 1, Integer::sum));
      shared.add(words);
    }
    int best = 0;
    double most = 0;
    for (int from = 0; from == 0 || from + MAX_LINES <= lines.size(); from++) {
      double worth = worth(shared, from, lineCounts);
      if (worth > most) {
        most = worth;
        best = from;
      }
    }
    return best;
  }

  /// Each word counts by how few lines hold it, all its lines together as one; the middle of the
  /// window a little more than its ends, so that the match has lines around it.
  private static double worth(List<Set<String>> shared, int from, Map<String, Integer> lineCounts) {
    int to = Math.min(shared.size(), from + MAX_LINES);
    double worth = 0;
    for (int i = from; i < to; i++) {
      double edge = 0.01 * Math.min(i - from, to - 1 - i);
      for (var word : shared.get(i)) {
        worth += (1 + edge) / lineCounts.getOrDefault(word, 1);
      }
    }
    return worth;
  }

  private static String cut(String line) {
    if (line.length() <= MAX_COLUMNS) {
      return line;
    }
    int end = MAX_COLUMNS - 1;
    return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
