package dev.interlock.server.http;

import java.util.Optional;

/// Interrupts work whose caller has left, and nothing that the thread does afterwards. Thread: any.
final class Leaving {
  private Optional<Thread> worker = Optional.empty();
  private boolean left;

  /// Does the work, unless nobody waits for it any more.
  void run(Runnable work) {
    if (begins()) {
      try {
        work.run();
      } finally {
        ends();
      }
    }
  }

  private synchronized boolean begins() {
    worker = Optional.of(Thread.currentThread());
    return !left;
  }

  private synchronized void ends() {
    worker = Optional.empty();
  }

  /// The caller has left.
  synchronized void left() {
    left = true;
    worker.ifPresent(Thread::interrupt);
  }
}
