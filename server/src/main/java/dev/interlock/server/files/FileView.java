package dev.interlock.server.files;

import java.time.Instant;

/// Lines of a file, as the API shows them.
///
/// @param endLine last line of the text; before the asked one where the answer would be too long
/// @param totalLines lines of the whole file as it stands now
/// @param text the lines as they stand now, with `\n` between
/// @param stale whether the file is no longer what was indexed
public record FileView(
    String project,
    String path,
    int startLine,
    int endLine,
    int totalLines,
    String language,
    String text,
    boolean stale,
    Indexed indexed) {
  /// What the index knows of the file.
  ///
  /// @param size bytes when it was indexed
  /// @param modifiedAt when it had been changed last
  /// @param hash SHA-256 of its text
  public record Indexed(String table, long size, Instant modifiedAt, String hash) {}
}
