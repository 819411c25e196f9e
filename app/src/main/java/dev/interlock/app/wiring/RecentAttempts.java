package dev.interlock.app.wiring;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Ledger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The last attempts, in memory only: until the ledger is durable.
///
/// Thread: any.
public final class RecentAttempts implements Ledger {
  private static final int MOST = 1_000;

  private final Deque<Attempt> attempts = new ArrayDeque<>();
  private final AtomicLong requests = new AtomicLong();

  @Override
  public String nextRequest() {
    return "r" + requests.incrementAndGet();
  }

  @Override
  public void note(Attempt attempt) {
    synchronized (attempts) {
      attempts.addLast(attempt);
      if (attempts.size() > MOST) {
        attempts.removeFirst();
      }
    }
  }

  /// All of them, oldest first.
  public List<Attempt> all() {
    synchronized (attempts) {
      return List.copyOf(attempts);
    }
  }
}
