package dev.interlock.server.gateway;

import io.vertx.core.buffer.Buffer;

/// Reads the body of one attempt's answer. Owner thread: the event loop.
interface AnswerReader {
  void bytes(Buffer part);

  /// The body is whole.
  void end();
}
