package dev.interlock.runtime.account;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The order of all that is done to one owner of state. Whoever finds nobody at work empties it, on
/// their own thread; all others go on at once. So steps run one after the other without a lock that
/// an event loop could wait for.
///
/// Thread: any.
final class Mailbox {
  private static final Logger LOG = Logger.getLogger(Mailbox.class.getName());

  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger put = new AtomicInteger();

  /// Has the work done after all that was put before: at once, unless somebody is at work.
  void put(Runnable work) {
    waiting.add(work);
    if (put.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      for (int i = 0; i < seen; i++) {
        guarded(waiting.remove());
      }
      seen = put.addAndGet(-seen);
    } while (seen != 0);
  }

  /// Runs work of others: what breaks in it must not stop the owner.
  static void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.log(Level.SEVERE, e, () -> "a step of an account broke");
    }
  }
}
