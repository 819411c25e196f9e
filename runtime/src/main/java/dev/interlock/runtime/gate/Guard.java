package dev.interlock.runtime.gate;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The one lock of the gate's state; held for moments, never over a call to an engine or the disk.
final class Guard {
  private final ReentrantLock lock = new ReentrantLock();

  <T> T locked(Supplier<T> read) {
    lock.lock();
    try {
      return read.get();
    } finally {
      lock.unlock();
    }
  }

  void change(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }
}
