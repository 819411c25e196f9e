package dev.interlock.server.jobs;

import dev.interlock.core.job.JobState;
import java.time.Instant;
import java.util.Optional;

/// Why nobody works on a job's texts, though nothing is wrong with the job.
///
/// @param state one of the paused states
/// @param resumesAt when somebody will, where that is known
record Standstill(JobState state, String reason, Optional<Instant> resumesAt) {
  /// No route may or can serve, and nobody knows until when.
  static Standstill noProvider(String reason) {
    return new Standstill(JobState.PAUSED_NO_PROVIDER, reason, Optional.empty());
  }
}
