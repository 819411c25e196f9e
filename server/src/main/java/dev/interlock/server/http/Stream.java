package dev.interlock.server.http;

import java.util.Map;

/// An answer that is sent bit by bit.
///
/// Thread: one, which is no event loop; [#gone] from any.
public interface Stream {
  /// Sends the head, with status 200.
  ///
  /// @param headers beside the content type
  void begin(String contentType, Map<String, String> headers);

  /// Answers whole instead; the only thing that may follow nothing.
  void answer(Answer answer);

  /// Sends a part; waits while the caller reads slowly.
  ///
  /// @return whether the caller is still there
  boolean send(byte[] part);

  /// Whether the caller has left.
  boolean gone();

  /// Told once when the caller leaves, on an event loop: must not block. Told at once if it has.
  void onGone(Runnable action);

  /// Ends the answer.
  void end();
}
