package dev.interlock.runtime.egress;

import dev.interlock.core.embed.Urgency;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Lets a bounded number of calls through to one engine; who is waited for by a person goes first.
///
/// Thread: any; waiters park. No lock is held while a call runs.
final class Turnstile {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private int inside;
  private int interactiveWaiting;
  private int waiting;

  /// Runs the call once fewer than `width` others are inside.
  ///
  /// @param width calls at once; may differ between calls, as an admission's mode does
  <T> T through(Urgency urgency, int width, Supplier<T> call) {
    enter(urgency, width);
    try {
      return call.get();
    } finally {
      leave();
    }
  }

  private void enter(Urgency urgency, int width) {
    lock.lock();
    waiting++;
    try {
      if (urgency == Urgency.INTERACTIVE) {
        interactiveWaiting++;
        while (inside >= width) {
          moved.awaitUninterruptibly();
        }
        interactiveWaiting--;
      } else {
        while (inside >= width || interactiveWaiting > 0) {
          moved.awaitUninterruptibly();
        }
      }
      inside++;
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /// Calls that wait to go in.
  int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      inside--;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
