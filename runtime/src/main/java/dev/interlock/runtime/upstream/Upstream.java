package dev.interlock.runtime.upstream;

import dev.interlock.core.error.ApiError;
import io.vertx.core.buffer.Buffer;

/// A way to an engine: head and body go out; head, bytes, an end or a loss come in. A direct
/// connection is one, a sidecar's transport will be another.
///
/// Thread: one event loop, that of the caller; what comes in is told on it.
public interface Upstream extends AutoCloseable {
  /// Sends a call. Exactly one of [Incoming#end], [Incoming#lost] and [Incoming#unfit] is told in
  /// the end, if need be before this returns, and none after [Flow#reset].
  Flow send(Outgoing call, Incoming answer);

  /// Ends calls under way; later ones are lost.
  @Override
  void close();

  /// Holds an answer back, or gives the call up.
  interface Flow {
    /// Stops the answer's bytes; more of those that are on their way may still come.
    void pause();

    /// Lets them come again.
    void resume();

    /// Gives the call up: the engine sees its connection closed, and nothing more is told.
    void reset();
  }

  /// What an answer brings, in this order.
  interface Incoming {
    /// A connection is there, and the call on its way.
    void sent();

    /// The answer's head.
    void head(Head head);

    /// A part of its body.
    void bytes(Buffer part);

    /// It is whole.
    void end();

    /// The connection is gone, or none could be had.
    void lost(Loss loss);

    /// The engine's API has no words for the call, so nothing was sent.
    ///
    /// @param error 400, with the caller's field that is to blame
    void unfit(ApiError error);
  }
}
