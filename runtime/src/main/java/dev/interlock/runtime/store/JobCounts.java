package dev.interlock.runtime.store;

/// The figures of a job, none below zero.
///
/// @param expected chunks in the manifest
/// @param stored rows with a vector on disk
/// @param failed chunks given up, each named
/// @param embedded texts sent to an encoder
/// @param reused vectors taken from an equal text
/// @param files files walked and taken
/// @param skipped files left out, each with a reason
public record JobCounts(
    long expected, long stored, long failed, long embedded, long reused, long files, long skipped) {
  /// Nothing yet.
  public static final JobCounts NONE = new JobCounts(0, 0, 0, 0, 0, 0, 0);
}
