package dev.interlock.server.search;

/// Whether a hit's file is still what was indexed.
@FunctionalInterface
public interface Staleness {
  /// Whether the file is gone, or is no longer what was indexed. Blocks on the disk.
  boolean stale(String project, String path);
}
