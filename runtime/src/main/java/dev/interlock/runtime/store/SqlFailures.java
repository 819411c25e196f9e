package dev.interlock.runtime.store;

import dev.interlock.runtime.store.UnusableFileException.Problem;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Turns the driver's exceptions into ours.
///
/// @param file the database file
record SqlFailures(Path file) {
  private static final int PRIMARY = 0xff;

  /// The exception to throw for a failed statement.
  StoreException of(SQLException e) {
    if (e instanceof SQLiteException sqlite && duplicate(sqlite.getResultCode())) {
      return new DuplicateRowException(file, columns(sqlite), e);
    }
    int code = e.getErrorCode() & PRIMARY;
    var said = String.valueOf(e.getMessage());
    if (code == SQLiteErrorCode.SQLITE_FULL.code) {
      return new DiskFullException(file, e);
    }
    return problem(code)
        .<StoreException>map(p -> new UnusableFileException(file, p, said, e))
        .orElseGet(() -> new StoreException(file, "%s: %s".formatted(file, said), e));
  }

  private static boolean duplicate(SQLiteErrorCode code) {
    return code == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE
        || code == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY
        || code == SQLiteErrorCode.SQLITE_CONSTRAINT_ROWID;
  }

  /// SQLite names the columns at the end of its message: `UNIQUE constraint failed: t.a, t.b`.
  private static String columns(SQLiteException e) {
    var message = String.valueOf(e.getMessage());
    return message.substring(message.lastIndexOf(": ") + 1).replace(")", "").strip();
  }

  private static Optional<Problem> problem(int code) {
    if (code == SQLiteErrorCode.SQLITE_CORRUPT.code) {
      return Optional.of(Problem.CORRUPT);
    }
    if (code == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return Optional.of(Problem.NOT_A_DATABASE);
    }
    if (code == SQLiteErrorCode.SQLITE_BUSY.code) {
      return Optional.of(Problem.BUSY);
    }
    boolean closed =
        code == SQLiteErrorCode.SQLITE_CANTOPEN.code
            || code == SQLiteErrorCode.SQLITE_READONLY.code
            || code == SQLiteErrorCode.SQLITE_PERM.code;
    return closed ? Optional.of(Problem.NO_ACCESS) : Optional.empty();
  }
}
