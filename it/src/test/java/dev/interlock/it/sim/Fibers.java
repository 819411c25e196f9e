package dev.interlock.it.sim;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/// Blocking code without a second thread: virtual threads that run one after the other, in the
/// order in which they became ready, whenever the owner says [#settle]. So locks, conditions and
/// futures of the house work as they are, and a run is the same each time.
///
/// What a thread of the disk wakes goes on only once the disk is quiet, since that thread keeps its
/// own time. The JDK has no public way to choose who carries a virtual thread, so this needs
/// `--add-opens java.base/java.lang=ALL-UNNAMED`.
///
/// Thread: its owner's, and the fibers that it carries.
final class Fibers implements Executor {
  /// So long no disk takes: somebody stands in line before who waits for it.
  private static final Duration STUCK = Duration.ofSeconds(2);

  private final Deque<Runnable> ready = new ArrayDeque<>();
  private final Queue<Runnable> strangers = new ConcurrentLinkedQueue<>();
  private final ThreadFactory factory = factory();
  private final Thread owner = Thread.currentThread();
  private final Runnable quietDisk;
  private int begun;
  private int waiting;
  private boolean closed;

  /// @param quietDisk waits until all that was asked of the disk is done
  Fibers(Runnable quietDisk) {
    this.quietDisk = quietDisk;
  }

  private ThreadFactory factory() {
    try {
      var maker =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      maker.setAccessible(true);
      return ((Thread.Builder.OfVirtual) maker.newInstance((Executor) this::wake)).factory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK carries virtual threads in another way", e);
    }
  }

  private void wake(Runnable fiber) {
    var by = Thread.currentThread();
    if (by == owner || by.isVirtual()) {
      ready.add(fiber);
    } else {
      strangers.add(fiber);
    }
  }

  /// Begins the task at the next [#settle]; nothing, once it is closed.
  @Override
  public void execute(Runnable task) {
    if (closed) {
      return;
    }
    begun++;
    factory
        .newThread(
            () -> {
              try {
                task.run();
              } finally {
                begun--;
              }
            })
        .start();
  }

  /// Runs all fibers until each has ended or waits.
  void settle() {
    do {
      runReady();
      if (begun > waiting) {
        awaitDisk();
        takeStrangers();
      }
    } while (!ready.isEmpty());
  }

  private void runReady() {
    for (var next = ready.poll(); next != null; next = ready.poll()) {
      next.run();
    }
  }

  private void takeStrangers() {
    for (var next = strangers.poll(); next != null; next = strangers.poll()) {
      ready.add(next);
    }
  }

  /// Another thread waits for the disk: a fiber may stand before it in the line for the disk's own
  /// lock, and has to be carried on then, or both would wait for ever.
  private void awaitDisk() {
    var quiet = CompletableFuture.runAsync(quietDisk);
    while (!done(quiet)) {
      takeStrangers();
      runReady();
    }
  }

  private static boolean done(CompletableFuture<Void> quiet) {
    try {
      quiet.get(STUCK.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the disk broke", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /// As a killed process: whoever waits never goes on, and nothing new begins.
  void close() {
    closed = true;
    ready.clear();
  }

  /// A value that one fiber waits for.
  final class Cell<T> {
    private Optional<T> value = Optional.empty();
    private Optional<Thread> waiter = Optional.empty();

    /// The value is there.
    void put(T given) {
      value = Optional.of(given);
      waiter.ifPresent(LockSupport::unpark);
    }

    /// Waits for it. Called on a fiber.
    T await() {
      waiter = Optional.of(Thread.currentThread());
      waiting++;
      while (value.isEmpty()) {
        LockSupport.park(this);
      }
      waiting--;
      return value.get();
    }
  }
}
