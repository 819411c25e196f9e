package dev.interlock.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// What one scripted engine saw. Written by its event loop, read by tests.
final class Journal {
  /// Makes a request from its number and the number of requests under way, itself included.
  @FunctionalInterface
  interface Sighting {
    Request of(int number, int parallel);
  }

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Request> requests = new ArrayList<>();
  private int numbers;
  private int underWay;
  private int peak;
  private int abandoned;
  private int connections;
  private int open;
  private int writes;

  Request began(Sighting sighting) {
    return locked(
        () -> {
          numbers++;
          underWay++;
          peak = Math.max(peak, underWay);
          var request = sighting.of(numbers, underWay);
          requests.add(request);
          return request;
        });
  }

  void ended(boolean abandonedByCaller) {
    locked(
        () -> {
          underWay--;
          abandoned += abandonedByCaller ? 1 : 0;
          return underWay;
        });
  }

  void connected() {
    locked(
        () -> {
          open++;
          return ++connections;
        });
  }

  void wrote() {
    locked(() -> ++writes);
  }

  int writes() {
    return locked(() -> writes);
  }

  void disconnected() {
    locked(() -> --open);
  }

  int open() {
    return locked(() -> open);
  }

  void forget() {
    locked(
        () -> {
          requests.clear();
          peak = underWay;
          abandoned = 0;
          connections = 0;
          return 0;
        });
  }

  List<Request> requests() {
    return locked(() -> List.copyOf(requests));
  }

  int peak() {
    return locked(() -> peak);
  }

  int abandoned() {
    return locked(() -> abandoned);
  }

  int connections() {
    return locked(() -> connections);
  }

  void await(BooleanSupplier reached, String what) {
    lock.lock();
    try {
      long left = PATIENCE_NANOS;
      while (!reached.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError("%s did not come; seen: %s".formatted(what, requests));
        }
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + what, e);
    } finally {
      lock.unlock();
    }
  }

  private <T> T locked(Supplier<T> step) {
    lock.lock();
    try {
      T result = step.get();
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }
}
