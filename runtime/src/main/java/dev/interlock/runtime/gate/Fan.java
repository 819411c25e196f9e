package dev.interlock.runtime.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Runs calls side by side, a bounded number at once, and gives their results back in order.
///
/// @param threads where each call runs; a call blocks
record Fan(Executor threads) {
  <A, B> List<B> all(int atOnce, List<A> inputs, Function<A, B> call) {
    var room = new Semaphore(atOnce);
    var running = new ArrayList<FutureTask<B>>();
    for (var input : inputs) {
      room.acquireUninterruptibly();
      var task =
          new FutureTask<>(
              () -> {
                try {
                  return call.apply(input);
                } finally {
                  room.release();
                }
              });
      running.add(task);
      threads.execute(task);
    }
    return running.stream().map(Fan::result).toList();
  }

  private static <B> B result(FutureTask<B> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a probe's call broke", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while probes were out", e);
    }
  }
}
