package dev.interlock.runtime.store;

import java.nio.file.Path;

/// A table that has a space was to be given another (A6).
public final class TableBornException extends StoreException {
  private static final long serialVersionUID = 1;

  TableBornException(Path file, String message) {
    super(file, message, null);
  }
}
