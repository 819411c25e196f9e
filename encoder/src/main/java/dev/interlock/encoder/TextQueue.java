package dev.interlock.encoder;

import dev.interlock.core.embed.Urgency;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Which text is encoded next: one of a waiting query before any of a bulk call, and within each
/// kind the call that came first. A text under way is never interrupted.
///
/// Bulk work waits for as long as queries come; that is the rule and not an oversight (design §10:
/// queries overtake bulk texts).
///
/// Thread: any. [#take] blocks.
final class TextQueue {
  /// Calls of each kind that may wait.
  static final int CAPACITY = 1024;

  enum Offer {
    TAKEN,
    FULL,
    CLOSED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by lock.
  private final Deque<EmbedCall> interactive = new ArrayDeque<>();
  private final Deque<EmbedCall> bulk = new ArrayDeque<>();
  private boolean closed;

  Offer offer(EmbedCall call, Urgency urgency) {
    lock.lock();
    try {
      if (closed) {
        return Offer.CLOSED;
      }
      Deque<EmbedCall> calls = of(urgency);
      if (calls.size() == CAPACITY) {
        calls.removeIf(EmbedCall::over);
      }
      if (calls.size() == CAPACITY) {
        return Offer.FULL;
      }
      calls.addLast(call);
      changed.signalAll();
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /// Waits for the next text. Nothing means that the queue is closed.
  Optional<EmbedCall.Turn> take() {
    lock.lock();
    try {
      while (!closed) {
        Optional<EmbedCall.Turn> turn = next(interactive).or(() -> next(bulk));
        if (turn.isPresent()) {
          return turn;
        }
        changed.awaitUninterruptibly();
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /// Calls of a kind that have texts waiting.
  int waiting(Urgency urgency) {
    lock.lock();
    try {
      return of(urgency).size();
    } finally {
      lock.unlock();
    }
  }

  /// Ends the queue and hands out the calls that it held.
  List<EmbedCall> close() {
    lock.lock();
    try {
      closed = true;
      var left = new ArrayList<>(interactive);
      left.addAll(bulk);
      interactive.clear();
      bulk.clear();
      changed.signalAll();
      return left;
    } finally {
      lock.unlock();
    }
  }

  private Deque<EmbedCall> of(Urgency urgency) {
    return switch (urgency) {
      case INTERACTIVE -> interactive;
      case BULK -> bulk;
    };
  }

  /// A call stays in front until its last text is taken or it has ended otherwise.
  private static Optional<EmbedCall.Turn> next(Deque<EmbedCall> calls) {
    Optional<EmbedCall.Turn> turn = Optional.empty();
    while (turn.isEmpty() && !calls.isEmpty()) {
      EmbedCall call = calls.getFirst();
      turn = call.next();
      if (!call.hasNext()) {
        calls.removeFirst();
      }
    }
    return turn;
  }
}
