package dev.interlock.server.api;

import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Reference;
import dev.interlock.server.jobs.JobEngine.Progressing;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A job, as the API and the CLI show it.
///
/// @param phase `reading` or `embedding` while it runs
/// @param reason why it stands where it stands, empty while all is well
/// @param resumesAt when it goes on, where it is paused until a known time
/// @param expected chunks in the manifest
/// @param stored rows with a vector on disk
/// @param embedded texts embedded by this job
/// @param reused vectors taken from an equal text
/// @param rate texts a second, lately
/// @param secondsLeft estimate; absent while there is nothing to estimate from
/// @param tables the tables that it may write
/// @param servedBy texts that each route has embedded for it since this run began
public record JobView(
    String id,
    String root,
    String project,
    String state,
    String phase,
    String reason,
    Optional<Instant> resumesAt,
    long expected,
    long stored,
    long failed,
    long embedded,
    long reused,
    long files,
    long skippedCount,
    double rate,
    Optional<Long> secondsLeft,
    List<Written> tables,
    Map<String, Long> servedBy,
    Instant startedAt,
    Optional<Instant> endedAt) {
  public JobView {
    tables = List.copyOf(tables);
    servedBy = Collections.unmodifiableMap(new LinkedHashMap<>(servedBy));
  }

  /// A table that a job may write.
  ///
  /// @param reference the route that built it, whose vectors are the anchors
  /// @param coverage `full`, or `reduced` where a sole cloud provider had no peer
  public record Written(String table, Optional<String> reference, String coverage) {
    static List<Written> all(Gatekeeper gatekeeper) {
      return Arrays.stream(TableName.values())
          .map(name -> of(name, gatekeeper.reference(name)))
          .toList();
    }

    private static Written of(TableName name, Reference reference) {
      return new Written(name.word(), reference.route(), reference.coverage().word());
    }
  }

  static JobView of(Progressing progressing, List<Written> tables) {
    var job = progressing.job();
    double rate = progressing.rate();
    var counts = job.counts();
    long left = Math.max(0, counts.expected() - counts.stored() - counts.failed());
    return new JobView(
        job.id(),
        job.root(),
        job.project(),
        job.state().word(),
        job.phase(),
        job.reason(),
        progressing.resumesAt(),
        counts.expected(),
        counts.stored(),
        counts.failed(),
        counts.embedded(),
        counts.reused(),
        counts.files(),
        counts.skipped(),
        Math.round(rate * 10) / 10.0,
        rate > 0 && !job.state().ended() ? Optional.of(Math.round(left / rate)) : Optional.empty(),
        tables,
        job.runBy(),
        job.startedAt(),
        job.endedAt());
  }
}
