package dev.interlock.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a bench is told on its command line.
///
/// @param quick a small size, judged only beyond twice its bar
/// @param tree sources to index: a folder or a jar
/// @param out where the results are written
/// @param commit what is measured, as git names it
/// @param seed of all that is drawn
record Options(boolean quick, Optional<Path> tree, Optional<Path> out, String commit, long seed) {
  private static final String USAGE =
      "usage: [--quick] [--tree FOLDER-OR-JAR] [--out FILE] [--commit ID] [--seed N]";

  /// The options in these words.
  ///
  /// @throws IllegalArgumentException if one is unknown or lacks its value
  static Options of(String... words) {
    var options = new Options(false, Optional.empty(), Optional.empty(), "unknown", 20_261_101);
    var rest = List.of(words).iterator();
    while (rest.hasNext()) {
      var word = rest.next();
      if (word.equals("--quick")) {
        options = options.hurried();
      } else if (rest.hasNext()) {
        options = options.with(word, rest.next());
      } else {
        throw misunderstood(word);
      }
    }
    return options;
  }

  private Options with(String name, String value) {
    return switch (name) {
      case "--tree" -> new Options(quick, Optional.of(Path.of(value)), out, commit, seed);
      case "--out" -> new Options(quick, tree, Optional.of(Path.of(value)), commit, seed);
      case "--commit" -> new Options(quick, tree, out, value, seed);
      case "--seed" -> new Options(quick, tree, out, commit, Long.parseLong(value));
      default -> throw misunderstood(name);
    };
  }

  private Options hurried() {
    return new Options(true, tree, out, commit, seed);
  }

  private static IllegalArgumentException misunderstood(String word) {
    return new IllegalArgumentException("%s is not understood; %s".formatted(word, USAGE));
  }

  /// The sources to index.
  Path needTree() {
    return tree.orElseThrow(() -> new IllegalArgumentException("--tree is missing; " + USAGE));
  }

  /// One of two sizes.
  int size(int full, int small) {
    return quick ? small : full;
  }
}
