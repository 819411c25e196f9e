package dev.interlock.server.mcp;

import dev.interlock.server.http.Call;
import dev.interlock.server.search.Watch;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/// One call of a tool while it runs: tells how far it is, and can be given up.
///
/// Thread: [#step] on the call's own, [#giveUp] on any.
final class Activity implements Watch {
  private final Call call;
  private final CompletableFuture<Void> givenUp = new CompletableFuture<>();
  private volatile BiConsumer<Integer, String> listener = (_, _) -> {};

  Activity(Call call) {
    this.call = call;
  }

  /// The HTTP request that brought it.
  Call call() {
    return call;
  }

  /// Sends every step to somebody, on the call's thread.
  void reportTo(BiConsumer<Integer, String> steps) {
    listener = steps;
  }

  /// Nobody wants the result any more.
  void giveUp() {
    givenUp.complete(null);
  }

  boolean isGivenUp() {
    return givenUp.isDone();
  }

  @Override
  public CompletableFuture<Void> givenUp() {
    return givenUp;
  }

  @Override
  public void step(int number, String doing) {
    listener.accept(number, doing);
  }
}
