package dev.interlock.server.ledger;

import dev.interlock.core.ledger.Attempt;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Attempts on their way to one reader, a bounded number of them: a reader who is too slow misses
/// some, and is told how many and where.
///
/// Thread: any writes, one reads. Writing never waits.
final class TailBuffer {
  /// Attempts that wait for the reader.
  static final int BOUND = 1_000;

  /// What the reader gets.
  sealed interface Item {
    /// An attempt has ended.
    record Ended(Attempt attempt) implements Item {}

    /// So many were missed here.
    record Gap(long missed) implements Item {}

    /// Nothing more comes.
    record Over() implements Item {}
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Deque<Item> items = new ArrayDeque<>();
  private boolean over;

  /// Takes an attempt, or counts it as missed.
  void add(Attempt attempt) {
    lock.lock();
    try {
      if (items.size() < BOUND) {
        items.addLast(new Item.Ended(attempt));
      } else {
        miss();
      }
      moved.signal();
    } finally {
      lock.unlock();
    }
  }

  private void miss() {
    if (items.peekLast() instanceof Item.Gap(long missed)) {
      items.removeLast();
      items.addLast(new Item.Gap(missed + 1));
    } else {
      items.addLast(new Item.Gap(1));
    }
  }

  /// Ends the reading, with whatever waits.
  void end() {
    lock.lock();
    try {
      over = true;
      items.clear();
      moved.signal();
    } finally {
      lock.unlock();
    }
  }

  /// The next item; waits for it.
  Item take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (items.isEmpty() && !over) {
        moved.await();
      }
      return over ? new Item.Over() : items.removeFirst();
    } finally {
      lock.unlock();
    }
  }
}
