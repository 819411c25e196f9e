package dev.interlock.it.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Small roots whose files are one chunk each.
final class Tree {
  private Tree() {}

  /// Writes a file and the folders above it.
  static Path file(Path root, String path, String text) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /// A root of so many notes, one chunk each; note 7 is the only one that says `word7`.
  static Path notes(Path root, int count) throws IOException {
    return notes(root, 1, count);
  }

  /// Notes by their numbers, both included.
  static Path notes(Path root, int from, int to) throws IOException {
    for (int i = from; i <= to; i++) {
      file(root, "n%04d.md".formatted(i), text(i) + "\n");
    }
    return root;
  }

  /// The text of a note.
  static String text(int number) {
    return "Note word%d on matter%d.".formatted(number, number * 7);
  }
}
