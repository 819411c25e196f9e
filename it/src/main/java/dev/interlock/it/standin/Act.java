package dev.interlock.it.standin;

import java.time.Duration;
import java.util.Map;

/// One thing that a stand-in does in an answer; an answer is a list of them, played in order until
/// its caller leaves.
sealed interface Act {
  /// Lets time pass.
  record Wait(Duration time) implements Act {}

  /// Notes something, such as the bill; not done for a caller who has left before.
  record Do(Runnable deed) implements Act {}

  /// A whole answer. The call is over before its first byte.
  record Whole(int status, Map<String, String> headers, byte[] body) implements Act {}

  /// Status and headers of an answer that comes in pieces.
  record Head(int status, Map<String, String> headers) implements Act {}

  /// A piece, sent at once.
  record Piece(byte[] bytes) implements Act {}

  /// The last piece. The call is over before it is sent.
  record End(byte[] bytes) implements Act {}

  /// The connection is closed.
  record Cut() implements Act {}

  /// Nothing more comes, until the caller leaves.
  record Silence() implements Act {}
}
