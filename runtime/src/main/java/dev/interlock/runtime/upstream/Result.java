package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome.Traffic;

/// How one call over the wire ended, before anything in it is understood.
sealed interface Result {
  /// What went over the wire for it. A body counts as sent once there was a connection to send it
  /// on; of an answer that did not come whole nothing is counted.
  ///
  /// @param bodyLength bytes of the request's body
  default Traffic traffic(int bodyLength) {
    return switch (this) {
      case Came came -> new Traffic(bodyLength, came.body().length);
      case Broke broke -> broke.phase().sent(bodyLength);
      case Late late -> late.phase().sent(bodyLength);
      case TooLarge large -> new Traffic(bodyLength, large.limitBytes());
      case Cancelled(var sent) -> new Traffic(sent ? bodyLength : 0, 0);
      case Closed _ -> Traffic.NONE;
    };
  }

  /// How far a call had come.
  enum Phase {
    CONNECTING,
    WAITING,
    READING;

    private Traffic sent(int bodyLength) {
      return new Traffic(this == CONNECTING ? 0 : bodyLength, 0);
    }
  }

  /// A whole response.
  record Came(Head head, byte[] body) implements Result {
    int status() {
      return head.status();
    }
  }

  /// The connection failed.
  record Broke(Phase phase, Throwable cause) implements Result {}

  /// The time was up.
  record Late(Phase phase, long limitMillis) implements Result {}

  /// The body grew beyond what is read.
  record TooLarge(int limitBytes) implements Result {}

  /// The waiting thread was interrupted.
  ///
  /// @param sent whether anything may have gone out before
  record Cancelled(boolean sent) implements Result {}

  /// Nothing was sent: the client is closed.
  record Closed(String why) implements Result {}
}
