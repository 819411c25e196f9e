package dev.interlock.runtime.upstream;

import java.util.concurrent.CompletableFuture;

/// One call on its way, whichever. Owner thread: the event loop, but for [#result].
interface Carried {
  void start();

  void cancel();

  /// How it ended. Never fails.
  CompletableFuture<Result> result();
}
