package dev.interlock.encoder;

/// One text in, one vector out: the model behind the queue.
///
/// Thread: any, several at once, until closed.
interface TextEncoder extends AutoCloseable {
  Encoded encode(String text);

  /// Frees the engine. Nobody may be inside [#encode].
  @Override
  void close();
}
