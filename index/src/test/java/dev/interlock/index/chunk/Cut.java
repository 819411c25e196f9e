package dev.interlock.index.chunk;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.table.Chunk;
import java.util.List;
import java.util.stream.Collectors;

/// Short ways to cut a text in a test.
final class Cut {
  private Cut() {}

  static ChunkedFile file(String language, String text, TokenCounter counter, int maxTokens) {
    try (var chunker = new Chunker(counter, maxTokens, () -> 0)) {
      return chunker.chunk(new SourceText("p", "dir/file", language, text));
    }
  }

  static List<Chunk> words(String language, String text, int maxWords) {
    return file(language, text, new WordCounter(), maxWords).chunks();
  }

  /// A line for each chunk: first line, last line, names.
  static String outline(List<Chunk> chunks) {
    return chunks.stream()
        .map(
            c ->
                "%d-%d %s"
                    .formatted(c.startLine(), c.endLine(), String.join(" > ", c.names()))
                    .strip())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /// A line for each unit: first line, line of the definition, names.
  static String units(Outline outline) {
    return outline.units().stream()
        .map(u -> "%d %d %s".formatted(u.from(), u.definedAt(), u.scope().names(u.own())))
        .collect(Collectors.joining("\n"));
  }

  /// What is not blank, in order.
  static String ink(String text) {
    var ink = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (!Blank.is(text.charAt(i))) {
        ink.append(text.charAt(i));
      }
    }
    return ink.toString();
  }

  static String ink(List<Chunk> chunks) {
    return chunks.stream().map(c -> ink(c.text())).collect(Collectors.joining());
  }
}
