package dev.interlock.core.fanout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/// Engines on manual time that work on what the queue sends them: each call needs so much work for
/// itself and for each text, and an engine's speed may change while a call runs.
final class Floor {
  private static final long TICK = 1_000_000L;

  final Watched queue = new Watched();
  private final Map<String, Engine> engines = new HashMap<>();
  private final Map<Long, Long> known = new HashMap<>();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>((a, b) -> Long.compare(a.at - Watched.ORIGIN, b.at - Watched.ORIGIN));

  /// From then on the engine works so many times as fast as at first.
  record Turn(long afterNanos, double speed) {}

  private record Due(long at, long batch) {}

  /// One engine.
  ///
  /// @param blocked whether no call ever gets a permit
  record Engine(
      Provider provider, double perCall, double perText, List<Turn> turns, boolean blocked) {
    double speed(long nanos) {
      double now = 1;
      for (var turn : turns) {
        now = nanos >= turn.afterNanos() ? turn.speed() : now;
      }
      return now;
    }

    /// Texts a second at full size in all calls at once.
    double capacity(long nanos) {
      int n = provider.batch();
      return provider.calls() * n / (perCall + n * perText) * 1e9 * speed(nanos);
    }
  }

  void add(Engine engine) {
    engines.put(engine.provider().name(), engine);
    queue.on(new Event.Joined(engine.provider()));
  }

  /// Works until every text has its end.
  ///
  /// @return how long that took
  long run() {
    begun();
    while (!queue.open.isEmpty()) {
      long next = due.isEmpty() ? queue.wake().orElseThrow() : due.peek().at;
      if (queue.wake().isPresent() && queue.wake().getAsLong() - next < 0) {
        next = queue.wake().getAsLong();
      }
      queue.until(next);
      begun();
      while (!due.isEmpty() && due.peek().at - queue.now <= 0) {
        land(due.remove());
        begun();
      }
    }
    return queue.now - Watched.ORIGIN;
  }

  private void land(Due landed) {
    if (engine(queue.send(landed.batch)).blocked()) {
      queue.end(landed.batch, new Result.Postponed(OptionalLong.of(queue.now + Watched.SECOND)));
    } else {
      queue.answer(landed.batch);
    }
  }

  private Engine engine(Effect.Send send) {
    return Optional.ofNullable(engines.get(send.provider().name())).orElseThrow();
  }

  private void begun() {
    for (var send : new ArrayList<>(queue.out.values())) {
      if (known.putIfAbsent(send.batch(), queue.now) == null) {
        due.add(new Due(end(engine(send), send), send.batch()));
      }
    }
  }

  private long end(Engine engine, Effect.Send send) {
    double work = engine.perCall() + send.texts().size() * engine.perText();
    long at = queue.now;
    while (work > 0) {
      double speed = engine.speed(at - Watched.ORIGIN);
      double step = Math.min(TICK, Math.ceil(work / speed));
      work -= step * speed;
      at += (long) step;
    }
    return at;
  }

  /// Texts that all engines could have done in that time.
  double capacity(long nanos) {
    double texts = 0;
    for (long at = 0; at < nanos; at += TICK) {
      for (var engine : engines.values()) {
        texts += engine.capacity(at) * Math.min(TICK, nanos - at) / 1e9;
      }
    }
    return texts;
  }
}
