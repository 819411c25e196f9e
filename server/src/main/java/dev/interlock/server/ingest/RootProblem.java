package dev.interlock.server.ingest;

import java.util.Locale;

/// Why a root gives nothing to index. None of these may empty a table that has rows (C74).
public enum RootProblem {
  /// Nothing stands at that path.
  MISSING,
  /// Something else than a folder stands there.
  NOT_A_FOLDER,
  /// The folder can't be listed.
  UNREADABLE,
  /// Not one file to index: an empty folder, or every file ignored or skipped, as the counts tell.
  EMPTY,
  /// The root lies in Interlock's own folder.
  OWN_STATE;

  /// The word in answers, such as `root_missing`.
  public String word() {
    return "root_" + name().toLowerCase(Locale.ROOT);
  }
}
