package dev.interlock.runtime.store;

import dev.interlock.core.job.JobState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Jobs as rows.
final class JobRows {
  private static final String INSERT =
      """
      INSERT INTO jobs (state, phase, reason, expected, stored, failed, embedded, reused, files,
        skipped, run_by, updated_at, ended_at, id, root, project, started_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;
  private static final String UPDATE =
      """
      UPDATE jobs SET state = ?, phase = ?, reason = ?, expected = ?, stored = ?, failed = ?,
        embedded = ?, reused = ?, files = ?, skipped = ?, run_by = ?, updated_at = ?, ended_at = ?
      WHERE id = ?\
      """;

  private JobRows() {}

  static void insert(Connection connection, Job job) throws SQLException {
    write(connection, INSERT, job, job.root(), job.project(), job.startedAt());
  }

  static int update(Connection connection, Job job) throws SQLException {
    int updated = write(connection, UPDATE, job);
    if (updated == 0) {
      throw unknown(job.id());
    }
    return updated;
  }

  private static int write(Connection connection, String sql, Job job, Object... more)
      throws SQLException {
    var counts = job.counts();
    Object[] changing = {
      job.state().word(),
      job.phase(),
      job.reason(),
      counts.expected(),
      counts.stored(),
      counts.failed(),
      counts.embedded(),
      counts.reused(),
      counts.files(),
      counts.skipped(),
      lines(job.runBy()),
      job.updatedAt(),
      job.endedAt(),
      job.id()
    };
    var all = Arrays.copyOf(changing, changing.length + more.length);
    System.arraycopy(more, 0, all, changing.length, more.length);
    return Sql.update(connection, sql, all);
  }

  /// The number by which failures and skips name their job.
  static long seq(Connection connection, String id) throws SQLException {
    return Sql.first(connection, "SELECT seq FROM jobs WHERE id = ?", row -> row.getLong(1), id)
        .orElseThrow(() -> unknown(id));
  }

  static Optional<Job> running(Connection connection, String root) throws SQLException {
    return Sql.first(
        connection,
        "SELECT * FROM jobs WHERE root = ? AND state = ?",
        JobRows::job,
        root,
        JobState.RUNNING.word());
  }

  static Job job(ResultSet row) throws SQLException {
    return new Job(
        row.getString("id"),
        row.getString("root"),
        row.getString("project"),
        state(row.getString("state")),
        row.getString("phase"),
        row.getString("reason"),
        counts(row),
        routes(row.getString("run_by")),
        Sql.instant(row, "started_at"),
        Sql.instant(row, "updated_at"),
        Sql.optionalInstant(row, "ended_at"));
  }

  private static JobCounts counts(ResultSet row) throws SQLException {
    return new JobCounts(
        row.getLong("expected"),
        row.getLong("stored"),
        row.getLong("failed"),
        row.getLong("embedded"),
        row.getLong("reused"),
        row.getLong("files"),
        row.getLong("skipped"));
  }

  private static String lines(Map<String, Long> routes) {
    return routes.entrySet().stream()
        .map(route -> route.getKey() + "\t" + route.getValue())
        .collect(Collectors.joining("\n"));
  }

  /// Rows of earlier versions have names alone.
  private static Map<String, Long> routes(String lines) {
    var routes = new LinkedHashMap<String, Long>();
    for (var line : lines.lines().toList()) {
      int tab = line.indexOf('\t');
      routes.put(
          tab < 0 ? line : line.substring(0, tab),
          tab < 0 ? 0L : Long.parseLong(line.substring(tab + 1)));
    }
    return routes;
  }

  private static JobState state(String word) {
    return Arrays.stream(JobState.values())
        .filter(state -> state.word().equals(word))
        .findFirst()
        .orElseThrow();
  }

  private static IllegalArgumentException unknown(String id) {
    return new IllegalArgumentException("no job is called " + id);
  }
}
