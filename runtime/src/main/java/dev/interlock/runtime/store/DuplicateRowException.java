package dev.interlock.runtime.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A row with this key is there already, and its key is unique.
public final class DuplicateRowException extends StoreException {
  private static final long serialVersionUID = 1;

  private final String columns;

  DuplicateRowException(Path file, String columns, @Nullable Throwable cause) {
    super(file, "there is a row with this %s already in %s".formatted(columns, file), cause);
    this.columns = columns;
  }

  /// The columns of the key, such as `projects.root`.
  public String columns() {
    return columns;
  }
}
