package dev.interlock.server.ingest;

import java.time.Instant;

/// What the system says of a file without reading it. Two equal stamps of one path mean the same
/// content, but for a write within the clock step of the file system that keeps the size.
///
/// @param size bytes
/// @param modifiedNanos last change of the content, nanoseconds since 1970
/// @param changedNanos last change of content, name or rights; 0 where the system has none
/// @param inode number of the file in its file system; 0 where the system has none
public record FileStamp(long size, long modifiedNanos, long changedNanos, long inode) {
  /// The stamp of something that could not be looked at.
  static final FileStamp NONE = new FileStamp(0, 0, 0, 0);

  /// The last change of the content that such a word tells.
  public static Instant modifiedAt(String text) {
    return Instant.EPOCH.plusNanos(Long.parseLong(text.split(":", -1)[1]));
  }

  /// One word for a store: the four numbers with `:` between.
  public String text() {
    return size + ":" + modifiedNanos + ":" + changedNanos + ":" + inode;
  }
}
