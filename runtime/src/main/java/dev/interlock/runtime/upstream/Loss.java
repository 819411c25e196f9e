package dev.interlock.runtime.upstream;

/// Why no whole answer came.
///
/// @param kind what happened
/// @param words what happened, a clause for people
public record Loss(Kind kind, String words) {
  /// What happened.
  public enum Kind {
    /// No connection could be made; nothing was sent.
    REFUSED,
    /// The host's name is not known; nothing was sent.
    UNKNOWN_HOST,
    /// Too many calls are under way; nothing was sent.
    CROWDED,
    /// The connection was closed before any answer.
    UNANSWERED,
    /// What came is no HTTP, or nothing of what its API says.
    UNREADABLE,
    /// The connection was closed in the middle of the answer.
    CUT
  }
}
