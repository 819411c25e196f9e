package dev.interlock.core.job;

import java.util.Locale;

/// Where an index job stands (B8, design §2.7). `completed` is said only when the rows on disk
/// equal the manifest.
public enum JobState {
  RUNNING,
  /// No route may or can serve.
  PAUSED_NO_PROVIDER,
  /// The accounts of all routes have no money, and nobody knows until when.
  PAUSED_NO_CREDIT,
  /// It is known when the first route may serve again.
  PAUSED_UNTIL,
  PAUSED_STOPPED,
  COMPLETED,
  COMPLETED_WITH_FAILURES,
  FAILED;

  /// The word in answers, such as `completed_with_failures`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether the job has ended and will not go on by itself.
  public boolean ended() {
    return this == COMPLETED || this == COMPLETED_WITH_FAILURES || this == FAILED;
  }
}
