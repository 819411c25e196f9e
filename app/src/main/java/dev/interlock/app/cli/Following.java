package dev.interlock.app.cli;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// Follows a job over the API until it has settled.
///
/// @param poll how often it is asked for
record Following(RemoteServer server, JobProgress progress, Duration poll) {
  private static final Duration GRACE = Duration.ofSeconds(10);

  /// Waits for a job; the first answer fixes which one `newest` is.
  ///
  /// @return the exit code
  int until(String id, Duration timeout) {
    long start = System.nanoTime();
    var job = first(id, timeout.compareTo(GRACE) < 0 ? timeout : GRACE);
    var fixed = job.path("id").asString();
    while (!JobsCommand.settled(job.path("state").asString())) {
      if (System.nanoTime() - start >= timeout.toNanos()) {
        progress.timedOut(job);
        return Exit.NOT_WHOLE;
      }
      progress.show(job);
      LockSupport.parkNanos(poll.toNanos());
      job = job(fixed);
    }
    progress.settled(job);
    return JobsCommand.exitCode(job.path("state").asString());
  }

  /// A server that has just come up with a folder to index has its job in a moment: so the newest
  /// is waited for.
  private JsonNode first(String id, Duration grace) {
    long start = System.nanoTime();
    while (id.equals("newest")
        && server.need(server.get("/api/v1/jobs?limit=1")).path("jobs").isEmpty()
        && System.nanoTime() - start < grace.toNanos()) {
      LockSupport.parkNanos(poll.toNanos());
    }
    return job(id);
  }

  private JsonNode job(String id) {
    return server.need(server.get("/api/v1/jobs/" + id)).path("job");
  }
}
