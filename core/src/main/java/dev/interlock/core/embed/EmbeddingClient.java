package dev.interlock.core.embed;

/// A connection to one embedding engine, built in or by URL.
///
/// Only the embedding door and the gate's prober may call it (design §2.2); the build checks that.
/// Thread: any, several at once; [#embed] blocks and is called on virtual threads.
public interface EmbeddingClient extends AutoCloseable {
  /// Sends the texts as they are and waits for the answer. Never throws for what an engine can do
  /// wrong.
  EmbedOutcome embed(EmbedRequest request);

  @Override
  void close();
}
