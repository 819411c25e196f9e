package dev.interlock.runtime.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The store could not do what was asked, and has not done a part of it.
public sealed class StoreException extends RuntimeException
    permits DuplicateRowException, DiskFullException, TableBornException, UnusableFileException {
  private static final long serialVersionUID = 1;

  private final String file;

  StoreException(Path file, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.file = file.toString();
  }

  /// The database file.
  public Path file() {
    return Path.of(file);
  }
}
