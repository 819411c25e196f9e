package dev.interlock.server.ingest;

import java.util.List;

/// What became of reading a file.
public sealed interface ReadOutcome {
  /// Its text: no U+0000, no U+FEFF, no lone surrogates, not blank. Line ends stand as in the file;
  /// CR, LF and CRLF each end a line.
  ///
  /// @param warnings sentences for a person, each naming file and byte offset; mostly none
  record Text(String text, List<String> warnings) implements ReadOutcome {
    public Text {
      warnings = List.copyOf(warnings);
    }
  }

  /// Left out, which its name and size did not yet tell.
  record Skipped(SkipReason reason) implements ReadOutcome {}
}
