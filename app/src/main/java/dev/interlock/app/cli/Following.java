package dev.interlock.app.cli;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// Follows a job over the API until it has settled.
///
/// @param poll how often it is asked for
record Following(RemoteServer server, JobProgress progress, Duration poll) {
  /// Waits for a job; the first answer fixes which one `newest` is.
  ///
  /// @return the exit code
  int until(String id, Duration timeout) {
    long start = System.nanoTime();
    var job = job(id);
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

  private JsonNode job(String id) {
    return server.need(server.get("/api/v1/jobs/" + id)).path("job");
  }
}
