package dev.interlock.server.search;

import java.util.concurrent.CompletableFuture;

/// Somebody who follows a search that may take long, and may give it up.
public interface Watch {
  /// Nobody.
  Watch NONE =
      new Watch() {
        @Override
        public CompletableFuture<Void> givenUp() {
          return new CompletableFuture<>();
        }

        @Override
        public void step(int number, String doing) {}
      };

  /// Completes once the watcher gives the search up.
  CompletableFuture<Void> givenUp();

  /// Told before each step, on the search's thread.
  ///
  /// @param number 1 for the first
  void step(int number, String doing);
}
