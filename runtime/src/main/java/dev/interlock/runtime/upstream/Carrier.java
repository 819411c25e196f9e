package dev.interlock.runtime.upstream;

import io.vertx.core.Context;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// How calls get to an engine, for threads that wait for their answers.
interface Carrier {
  /// For an event loop that is gone; the call's own clock is the real limit.
  long GRACE_MILLIS = 5_000;

  /// Makes a call. Blocks; an interrupt gives it up.
  Spent carry(EngineHttp.Ask ask);

  /// On the event loop: ends calls under way.
  void close();

  /// Starts a call and waits for its end.
  static Result await(Context loop, Carried call, long millis) {
    loop.runOnContext(_ -> call.start());
    try {
      return call.result().get(millis + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      loop.runOnContext(_ -> call.cancel());
      Thread.currentThread().interrupt();
      // once it has ended, so that nobody takes its place before
      return call.result()
          .copy()
          .completeOnTimeout(new Result.Cancelled(true), GRACE_MILLIS, TimeUnit.MILLISECONDS)
          .join();
    } catch (TimeoutException e) {
      return new Result.Late(Result.Phase.CONNECTING, millis);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call failed instead of ending", e);
    }
  }
}
