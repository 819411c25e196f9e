package dev.interlock.core.job;

/// How a job that has nothing left to do ends: complete means counted (B8, design §2.7).
///
/// Thread: any, pure.
public final class Completion {
  private Completion() {}

  /// The state of a job whose texts have all been embedded or given up.
  ///
  /// @param expected chunks in the manifest
  /// @param stored rows on disk that the manifest names, recounted
  /// @param failed chunks given up, each named
  public static JobState of(long expected, long stored, long failed) {
    if (stored == expected) {
      return JobState.COMPLETED;
    }
    return stored > 0 && stored + failed >= expected
        ? JobState.COMPLETED_WITH_FAILURES
        : JobState.FAILED;
  }
}
