package dev.interlock.runtime.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The disk had no room for a write. Later writes work again once there is room.
public final class DiskFullException extends StoreException {
  private static final long serialVersionUID = 1;

  DiskFullException(Path file, @Nullable Throwable cause) {
    super(
        file,
        "no room on the disk for %s; free some and go on, nothing is damaged".formatted(file),
        cause);
  }
}
