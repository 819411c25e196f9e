package dev.interlock.runtime.upstream;

/// How one exchange over the wire ended, before anything in it is understood.
sealed interface Result {
  /// How far a call had come.
  enum Phase {
    CONNECTING,
    WAITING,
    READING
  }

  /// A whole response.
  record Came(int status, byte[] body) implements Result {}

  /// The connection failed.
  record Broke(Phase phase, Throwable cause) implements Result {}

  /// The time was up.
  record Late(Phase phase, long limitMillis) implements Result {}

  /// The body grew beyond what is read.
  record TooLarge(int limitBytes) implements Result {}

  /// The waiting thread was interrupted.
  record Cancelled() implements Result {}

  /// Nothing was sent: the client is closed.
  record Closed(String why) implements Result {}
}
