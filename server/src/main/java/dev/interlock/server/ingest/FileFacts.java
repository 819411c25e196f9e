package dev.interlock.server.ingest;

/// What stands at a path, links not followed.
///
/// @param kind what it is
/// @param stamp its stamp; all zero for [Kind#GONE] and [Kind#UNREADABLE]
public record FileFacts(Kind kind, FileStamp stamp) {
  /// What a path can be.
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    /// A socket, pipe or device.
    OTHER,
    /// Nothing is there.
    GONE,
    /// The system does not tell.
    UNREADABLE
  }

  /// Nothing stands there.
  public static final FileFacts GONE = new FileFacts(Kind.GONE, FileStamp.NONE);

  /// The system does not tell what stands there.
  public static final FileFacts UNREADABLE = new FileFacts(Kind.UNREADABLE, FileStamp.NONE);
}
