package dev.interlock.server.ingest;

import java.nio.file.Path;

/// One thing that a walk met in a root.
public sealed interface Walked {
  /// Relative to the root, `/` between parts, composed Unicode form (NFC).
  String path();

  /// A file to read.
  ///
  /// @param path the name of the document, whatever the spelling on disk (C91)
  /// @param file where it stands on disk, links resolved
  /// @param size bytes
  /// @param stamp how it stood when the walk saw it
  record Found(String path, Path file, long size, FileStamp stamp) implements Walked {}

  /// A file or a whole folder that is left out.
  ///
  /// @param path as above; for [SkipReason#SAME_PATH] as spelled on disk
  /// @param reason why
  /// @param size bytes; 0 for a folder, a link, and what could not be looked at
  /// @param folder whether all below it is left out too. Below an unreadable folder nothing is
  ///   known, so that nothing there may be taken as deleted
  record Skipped(String path, SkipReason reason, long size, boolean folder) implements Walked {}
}
