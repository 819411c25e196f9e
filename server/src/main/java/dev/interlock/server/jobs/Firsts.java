package dev.interlock.server.jobs;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/// Waiting for one of several.
final class Firsts {
  private Firsts() {}

  /// Completes with the first that is good, or with the last of all.
  ///
  /// @param each says whether it is; must not fail
  static CompletableFuture<Void> good(Collection<CompletableFuture<Boolean>> each) {
    var first = new CompletableFuture<Void>();
    for (var one : each) {
      var _ =
          one.thenAccept(
              good -> {
                if (good) {
                  first.complete(null);
                }
              });
    }
    var _ =
        CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
            .thenRun(() -> first.complete(null));
    return first;
  }
}
