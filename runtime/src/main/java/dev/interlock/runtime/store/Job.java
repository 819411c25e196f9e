package dev.interlock.runtime.store;

import dev.interlock.core.job.JobState;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// An index job as it stands.
///
/// @param id its name, unique
/// @param root the folder, an absolute path
/// @param project the root's name
/// @param state where it stands
/// @param phase what it is doing, such as `walking`, empty where there is nothing to say
/// @param reason why it stands there, one sentence for people, may be empty
/// @param counts its figures
/// @param runBy texts that each route has embedded for it, in the order in which they joined
/// @param startedAt when it was asked for
/// @param updatedAt when this was last written
/// @param endedAt when it ended
public record Job(
    String id,
    String root,
    String project,
    JobState state,
    String phase,
    String reason,
    JobCounts counts,
    Map<String, Long> runBy,
    Instant startedAt,
    Instant updatedAt,
    Optional<Instant> endedAt) {
  public Job {
    runBy = Collections.unmodifiableMap(new LinkedHashMap<>(runBy));
    for (var route : runBy.keySet()) {
      if (route.isEmpty() || route.indexOf('\n') >= 0 || route.indexOf('\t') >= 0) {
        throw new IllegalArgumentException("'%s' is no name of a route".formatted(route));
      }
    }
  }
}
