package dev.interlock.server.ingest;

import java.nio.file.Path;
import java.util.Set;

/// What a walk leaves out besides what ignore files name.
///
/// @param defaultExcludes whether folders of dependencies and build output are left out (C90)
/// @param maxBytes largest file that is read, 1 to [#MAX_BYTES]
/// @param own folders that are never entered: Interlock's home
public record WalkRules(boolean defaultExcludes, long maxBytes, Set<Path> own) {
  /// Ceiling of [#maxBytes]: a file is held in memory whole.
  public static final long MAX_BYTES = 1_000_000_000;

  /// Folders of dependencies left out, files up to 10 MB, no folder of Interlock's own.
  public static final WalkRules DEFAULTS = new WalkRules(true, 10_000_000, Set.of());

  public WalkRules {
    if (maxBytes < 1 || maxBytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes is %d, must be 1 to %d".formatted(maxBytes, MAX_BYTES));
    }
    own = Set.copyOf(own);
  }
}
