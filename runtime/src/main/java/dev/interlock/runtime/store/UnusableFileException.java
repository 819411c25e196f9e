package dev.interlock.runtime.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The database file can't be used. It has not been changed, renamed or deleted.
public final class UnusableFileException extends StoreException {
  private static final long serialVersionUID = 1;

  /// What is wrong with the file.
  public enum Problem {
    /// Parts of it are damaged.
    CORRUPT("is damaged", Advice.REPLACE),
    /// Its first bytes are not those of a database.
    NOT_A_DATABASE("is not a database", Advice.REPLACE),
    /// A database of another program.
    FOREIGN("is a database of another program", "Give Interlock a home folder of its own."),
    /// Written by a newer release.
    NEWER(
        "was written by a newer release",
        "Start that release again, or give this one another home folder."),
    /// Another process keeps it locked. Says nothing of its health.
    BUSY(
        "is locked by another process", "Wait for that process to end, or end it; then try again."),
    /// The file system does not let us read or write it.
    NO_ACCESS(
        "can't be opened",
        "Check that it is a file, that its folder exists, and that this user may write both."),
    /// A migration to this release's tables failed.
    NOT_MIGRATED(
        "could not be brought to this release",
        "Nothing was lost: start the release that wrote it, or report the cause.");

    private final String fault;
    private final String advice;

    Problem(String fault, String advice) {
      this.fault = fault;
      this.advice = advice;
    }
  }

  private final Problem problem;

  UnusableFileException(Path file, Problem problem, String detail, @Nullable Throwable cause) {
    super(file, "%s %s (%s). %s".formatted(file, problem.fault, detail, problem.advice), cause);
    this.problem = problem;
  }

  /// What is wrong with it.
  public Problem problem() {
    return problem;
  }

  private static final class Advice {
    static final String REPLACE =
        "Put back a copy of it, or move it away together with its -wal and -shm files and start"
            + " again; folders are then indexed anew.";
  }
}
