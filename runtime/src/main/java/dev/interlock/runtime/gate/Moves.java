package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.WallClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;

/// Moves routes from one standing to the next: each move has an epoch of its own, is kept, and is
/// told to whoever waits.
///
/// Thread: any; blocks until the move is durable.
final class Moves {
  private final Guard guard;
  private final GateRecords records;
  private final Matrix matrix;
  private final WallClock clock;
  private final BiConsumer<TableGate, Standing.Admitted> admitted;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /// Where standings are kept and shown.
  record Parts(Guard guard, GateRecords records, Matrix matrix, WallClock clock) {}

  /// @param admitted told of each admission, before it is kept
  Moves(Parts parts, BiConsumer<TableGate, Standing.Admitted> admitted) {
    this.guard = parts.guard();
    this.records = parts.records();
    this.matrix = parts.matrix();
    this.clock = parts.clock();
    this.admitted = admitted;
  }

  /// Takes a fresh epoch, moves the route on, keeps the finding, tells who waits.
  ///
  /// @param move the standing by its epoch; it may look at the present one
  /// @return where the route stands now
  Standing to(TableGate gate, Route route, LongFunction<Standing> move) {
    return closed
        ? guard.locked(() -> gate.standing(route.name()))
        : to(gate, route, records.nextEpoch(route.name(), gate.table()), move);
  }

  /// Moves a route on by what the gate says. The watch over what it makes is durable before the
  /// first text can go out: no kill leaves rows that nobody knows to be unvouched for.
  void judged(TableGate gate, Route route, ProbeSet set, Judgement judgement) {
    if (closed) {
      return;
    }
    long epoch = records.nextEpoch(route.name(), gate.table());
    var next = Standing.judged(route.name(), gate.table(), set, epoch, judgement);
    if (next instanceof Standing.Admitted fresh) {
      records.watch(fresh, route.model(), set);
    }
    var _ = to(gate, route, epoch, _ -> next);
  }

  private Standing to(TableGate gate, Route route, long epoch, LongFunction<Standing> move) {
    var next =
        guard.locked(
            () -> {
              var standing = move.apply(epoch);
              gate.move(route.name(), standing, clock.now());
              return standing;
            });
    if (next.epoch() != epoch) {
      return next; // It stays where it was, and its verdict is kept already.
    }
    if (next instanceof Standing.Admitted fresh) {
      admitted.accept(gate, fresh);
    }
    records.keep(matrix.row(gate, route), next);
    listeners.forEach(Runnable::run);
    return next;
  }

  /// Runs after every move, on the thread that made it; must be short.
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  boolean closed() {
    return closed;
  }

  /// Moves nobody any more.
  void close() {
    closed = true;
  }
}
