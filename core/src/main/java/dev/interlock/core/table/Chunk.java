package dev.interlock.core.table;

import java.util.List;

/// A piece of one file as it is indexed: searchable by its words at once, by its vector once that
/// has come.
///
/// @param id stable: made of project, path, hash and the how-manieth of that hash in the file, so
///   that an edit elsewhere in the file changes no id
/// @param project the root's name
/// @param path relative to the root, `/` between parts, composed Unicode form (NFC)
/// @param language such as `java`, `markdown`, `text`
/// @param startLine first line, 1-based
/// @param endLine last line, inclusive
/// @param names names of the definitions around it, outermost first; may be empty
/// @param text the lines themselves
/// @param hash of [#vectorText]: equal texts have equal vectors and are embedded once
public record Chunk(
    String id,
    String project,
    String path,
    String language,
    int startLine,
    int endLine,
    List<String> names,
    String text,
    String hash) {
  public Chunk {
    names = List.copyOf(names);
    if (startLine < 1 || endLine < startLine) {
      throw new IllegalArgumentException(
          "lines %d to %d of %s are no span".formatted(startLine, endLine, path));
    }
  }

  /// The text for the vector: one line of the names around it, where there are any, then the text.
  /// The path stays out, so that a rename embeds nothing.
  public String vectorText() {
    return vectorText(names, text);
  }

  /// The text for the vector of a chunk with these names and this text.
  public static String vectorText(List<String> names, String text) {
    return names.isEmpty() ? text : String.join(" ", names) + "\n" + text;
  }
}
