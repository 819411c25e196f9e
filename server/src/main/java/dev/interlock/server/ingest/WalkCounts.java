package dev.interlock.server.ingest;

/// How much a walk met.
///
/// @param found files to read
/// @param skipped files and folders left out, each listed with its reason
/// @param ignored files and folders that an ignore file names; a folder counts as one
public record WalkCounts(long found, long skipped, long ignored) {
  /// Nothing met.
  static final WalkCounts NONE = new WalkCounts(0, 0, 0);
}
