package dev.interlock.index.table;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.LockObtainFailedException;

/// The store behind a table failed: its files are damaged, in use, or can't be read or written. The
/// message names the folder.
public final class TableException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  TableException(String message) {
    super(message);
  }

  TableException(String message, Throwable cause) {
    super(message, cause);
  }

  static TableException of(Path folder, IOException cause) {
    var words =
        switch (cause) {
          case LockObtainFailedException _ -> "is in use by another process";
          case CorruptIndexException _ -> "is damaged";
          case IndexFormatTooOldException _ -> "was written by an older release";
          case IndexFormatTooNewException _ -> "was written by a newer release";
          case IOException _ -> "could not be read or written";
        };
    return new TableException(
        "the table in %s %s: %s".formatted(folder, words, cause.getMessage()), cause);
  }

  static TableException closed(Path folder, RuntimeException cause) {
    var first = cause.getCause() == null ? cause : cause.getCause();
    return new TableException(
        "the table in %s is closed: %s".formatted(folder, first.getMessage()), cause);
  }
}
