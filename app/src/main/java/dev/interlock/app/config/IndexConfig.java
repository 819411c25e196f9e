package dev.interlock.app.config;

/// What an index job takes from a folder.
///
/// @param maxFileBytes larger files are skipped with that reason; 1 or more
/// @param defaultExcludes whether the built-in list of folders that nobody searches is skipped
public record IndexConfig(long maxFileBytes, boolean defaultExcludes) {
  public IndexConfig {
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException("maxFileBytes must be 1 or more, got " + maxFileBytes);
    }
  }

  /// Files up to 10 MB, built-in excludes on.
  public static IndexConfig defaults() {
    return new IndexConfig(10_000_000, true);
  }
}
