package dev.interlock.runtime.store;

import dev.interlock.core.job.JobState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Index jobs, with the chunks that each gave up and the files that it left out.
///
/// Thread: any, several at once.
public final class JobStore {
  /// Failures and skips are kept for so many of the newest jobs.
  static final int DETAILED = 100;

  private static final int ID_TRIES = 16;
  private static final String ENDED =
      Arrays.stream(JobState.values())
          .filter(JobState::ended)
          .map(state -> "'" + state.word() + "'")
          .collect(Collectors.joining(", "));
  private static final String NO_MORE_DETAILED =
      "(SELECT seq FROM jobs ORDER BY seq DESC LIMIT 1 OFFSET %d)".formatted(DETAILED);

  private final Database database;
  private final Supplier<String> ids;

  /// On an open database.
  ///
  /// @param ids gives names for new jobs, sortable by age; asked again where one is taken
  public JobStore(Database database, Supplier<String> ids) {
    this.database = database;
    this.ids = ids;
  }

  /// What [#create] found or made.
  ///
  /// @param job the job that runs on the root now
  /// @param fresh whether this call made it
  public record Created(Job job, boolean fresh) {}

  /// Makes a running job, unless one runs on that root already: then that one, untouched. However
  /// many ask at once, one job is made (C95).
  public Created create(NewJob wanted) {
    return database.write(
        connection -> {
          var running = JobRows.running(connection, wanted.root());
          if (running.isPresent()) {
            return new Created(running.get(), false);
          }
          var job = fresh(freeId(connection), wanted);
          JobRows.insert(connection, job);
          dropOldDetails(connection);
          return new Created(job, true);
        });
  }

  /// Writes all of a job that may change: state, phase, reason, figures, routes, when it was
  /// updated and when it ended.
  ///
  /// @throws DuplicateRowException if it is to run while another runs on its root
  /// @throws IllegalArgumentException if there is no job of that id
  public void update(Job job) {
    database.write(connection -> JobRows.update(connection, job));
  }

  /// The same without waiting for the disk, for figures on the way.
  public void updateLater(Job job) {
    database.writeLater(connection -> JobRows.update(connection, job));
  }

  /// The job of that id.
  public Optional<Job> byId(String id) {
    return database.read(
        connection -> Sql.first(connection, "SELECT * FROM jobs WHERE id = ?", JobRows::job, id));
  }

  /// The newest jobs, newest first.
  public List<Job> newest(int limit) {
    return database.read(
        connection ->
            Sql.list(
                connection, "SELECT * FROM jobs ORDER BY seq DESC LIMIT ?", JobRows::job, limit));
  }

  /// The job that runs on that root.
  public Optional<Job> running(String root) {
    return database.read(connection -> JobRows.running(connection, root));
  }

  /// Jobs that were running or paused when the process before ended, oldest first.
  public List<Job> unfinished() {
    return database.read(
        connection ->
            Sql.list(
                connection,
                "SELECT * FROM jobs WHERE state NOT IN (%s) ORDER BY seq".formatted(ENDED),
                JobRows::job));
  }

  /// Names chunks that a job gave up; a chunk named again has its newest reason.
  ///
  /// @throws IllegalArgumentException if there is no job of that id
  public void addFailures(String job, Collection<JobFailure> failures) {
    database.write(
        connection -> {
          long seq = JobRows.seq(connection, job);
          try (var statement =
              connection.prepareStatement(
                  """
                  INSERT OR REPLACE INTO job_failures
                    (job, chunk, path, start_line, end_line, code, message)
                  VALUES (?, ?, ?, ?, ?, ?, ?)\
                  """)) {
            for (var f : failures) {
              Sql.update(
                  statement,
                  seq,
                  f.chunk(),
                  f.path(),
                  f.startLine(),
                  f.endLine(),
                  f.code(),
                  f.message());
            }
          }
          return failures.size();
        });
  }

  /// Chunks that the job gave up, by path and line.
  public List<JobFailure> failures(String job, int limit) {
    return database.read(
        connection ->
            Sql.list(
                connection,
                """
                SELECT f.* FROM job_failures f JOIN jobs j ON j.seq = f.job
                WHERE j.id = ? ORDER BY f.path, f.start_line, f.chunk LIMIT ?\
                """,
                row ->
                    new JobFailure(
                        row.getString("chunk"),
                        row.getString("path"),
                        row.getInt("start_line"),
                        row.getInt("end_line"),
                        row.getString("code"),
                        row.getString("message")),
                job,
                limit));
  }

  /// Names files that a job left out; a file named again has its newest reason.
  ///
  /// @throws IllegalArgumentException if there is no job of that id
  public void addSkips(String job, Collection<JobSkip> skips) {
    database.write(
        connection -> {
          long seq = JobRows.seq(connection, job);
          try (var statement =
              connection.prepareStatement(
                  """
                  INSERT OR REPLACE INTO job_skips (job, path, reason, size)
                  VALUES (?, ?, ?, ?)\
                  """)) {
            for (var skip : skips) {
              Sql.update(statement, seq, skip.path(), skip.reason(), skip.size());
            }
          }
          return skips.size();
        });
  }

  /// Files that the job left out, by path.
  public List<JobSkip> skips(String job, int limit) {
    return database.read(
        connection ->
            Sql.list(
                connection,
                """
                SELECT s.* FROM job_skips s JOIN jobs j ON j.seq = s.job
                WHERE j.id = ? ORDER BY s.path LIMIT ?\
                """,
                row ->
                    new JobSkip(
                        row.getString("path"), row.getString("reason"), row.getLong("size")),
                job,
                limit));
  }

  private static void dropOldDetails(Connection connection) throws SQLException {
    Sql.update(connection, "DELETE FROM job_failures WHERE job <= " + NO_MORE_DETAILED);
    Sql.update(connection, "DELETE FROM job_skips WHERE job <= " + NO_MORE_DETAILED);
  }

  private static Job fresh(String id, NewJob wanted) {
    return new Job(
        id,
        wanted.root(),
        wanted.project(),
        JobState.RUNNING,
        "",
        "",
        JobCounts.NONE,
        Map.of(),
        wanted.at(),
        wanted.at(),
        Optional.empty());
  }

  private String freeId(Connection connection) throws SQLException {
    for (int i = 0; i < ID_TRIES; i++) {
      var id = ids.get();
      if (Sql.number(connection, "SELECT count(*) FROM jobs WHERE id = ?", id) == 0) {
        return id;
      }
    }
    throw new IllegalStateException("%d names for a job were all taken".formatted(ID_TRIES));
  }
}
