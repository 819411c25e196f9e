package dev.interlock.runtime.upstream;

/// Hears when the engine behind an endpoint may have become another one (C23): whoever answers
/// after a loss must be probed before it serves.
///
/// Thread: the client's event loop; implementations must not block. What is told here has been told
/// before the answer of the call in question is returned.
public interface ConnectionListener {
  /// How a connection was lost.
  enum Loss {
    /// None could be made: the host is down, or refuses.
    REFUSED,
    /// It broke while a call was under way.
    IN_USE,
    /// The host closed it between calls, unannounced: a restart, or an engine that is quick to
    /// close.
    IDLE
  }

  /// Whoever doesn't care.
  ConnectionListener NONE =
      new ConnectionListener() {
        @Override
        public void lost(Loss how) {}

        @Override
        public void connectedAgain() {}
      };

  /// A connection is gone, and not because we or the host's own announcement ended it.
  void lost(Loss how);

  /// The first connection after a loss was made. Nothing was sent over it yet.
  void connectedAgain();
}
