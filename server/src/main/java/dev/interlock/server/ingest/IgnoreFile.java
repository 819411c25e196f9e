package dev.interlock.server.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rules of one ignore file, in the syntax of gitignore(5).
record IgnoreFile(List<IgnoreRule> rules) {
  /// No rules.
  static final IgnoreFile NONE = new IgnoreFile(List.of());

  /// Largest ignore file that is read; a larger one has no rules.
  static final int MAX_BYTES = 10_000_000;

  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  /// Reads a file. One that is missing, unreadable, too large or a link has no rules, as in git;
  /// the walk lists an unreadable one by itself.
  static IgnoreFile read(FileAccess files, Path file) {
    FileFacts facts = files.look(file);
    if (facts.kind() != FileFacts.Kind.FILE || facts.stamp().size() > MAX_BYTES) {
      return NONE;
    }
    try (var in = files.open(file)) {
      return parse(new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return NONE;
    }
  }

  /// Reads the content, given as bytes (see [DiskName]).
  static IgnoreFile parse(String content) {
    String text =
        content.startsWith(BYTE_ORDER_MARK) ? content.substring(BYTE_ORDER_MARK.length()) : content;
    var rules = new ArrayList<IgnoreRule>();
    for (String line : text.split("\n", -1)) {
      IgnoreRule.parse(ended(line)).ifPresent(rules::add);
    }
    return rules.isEmpty() ? NONE : new IgnoreFile(List.copyOf(rules));
  }

  /// The last rule that speaks of a path. Parameters as in [IgnoreRule#matches].
  Optional<IgnoreRule> last(String path, String name, boolean folder) {
    for (int i = rules.size() - 1; i >= 0; i--) {
      if (rules.get(i).matches(path, name, folder)) {
        return Optional.of(rules.get(i));
      }
    }
    return Optional.empty();
  }

  /// A line up to its first NUL, where C ends a string, or without a carriage return at its end.
  private static String ended(String line) {
    String whole = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    int nul = whole.indexOf('\0');
    return nul < 0 ? whole : whole.substring(0, nul);
  }
}
