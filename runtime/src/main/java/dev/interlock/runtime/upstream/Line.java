package dev.interlock.runtime.upstream;

/// What is known of one TCP connection to the engine. Owner thread: the client's event loop.
final class Line {
  /// A close so shortly before the line's own time counts as announced.
  private static final long SLACK_NANOS = 500_000_000;

  private boolean used;
  private boolean busy;
  private boolean leaving;
  private long idleSinceNanos;
  private long keptNanos;

  /// Begins a call; says whether the line had carried one before, so that the host may have closed
  /// it unseen.
  boolean begin() {
    boolean reused = used;
    used = true;
    busy = true;
    return reused;
  }

  /// Ends a call whose answer came whole.
  ///
  /// @param nowNanos the present tick
  /// @param keepNanos how long the line may stay idle, by us and by the host's own word
  void end(long nowNanos, long keepNanos) {
    busy = false;
    idleSinceNanos = nowNanos;
    keptNanos = keepNanos;
  }

  /// From here on a close is expected; says whether it was not before.
  boolean leave() {
    boolean stayed = !leaving;
    leaving = true;
    return stayed;
  }

  boolean busy() {
    return busy;
  }

  /// Whether a close now was to be expected: announced, wanted by us, or simply time.
  boolean closesInOrder(long nowNanos) {
    return leaving || (!busy && nowNanos - idleSinceNanos >= keptNanos - SLACK_NANOS);
  }
}
