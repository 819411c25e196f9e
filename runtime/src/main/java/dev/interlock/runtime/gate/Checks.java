package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Drifted;
import dev.interlock.core.gate.Gate;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.Measured;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Probes;
import dev.interlock.core.gate.Refusal;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Escort;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.store.Born;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/// Asks admitted routes for canaries, and does what a failed check demands: the route serves
/// nothing at once, its rows in doubt are named, and the whole gate runs again (A5, design §4
/// Drift).
///
/// Thread: any; blocks.
final class Checks {
  /// Times that the probe of an alarm is asked once more, one by one: a fault that shows in half of
  /// all answers is taken for a steady one in 1 of 4,000 alarms.
  private static final int INSISTENCE = 12;

  private final Parts parts;
  private final Guard guard;
  private final Function<Route, Outlet> outlets;
  private final Keeper keeper;
  private final Patrols patrols = new Patrols(new Heard());
  private volatile Lapses lapses = Lapses.UNHEARD;

  /// What the gatekeeper does for it.
  interface Keeper {
    /// The route serves nothing more; durable when it returns.
    void suspend(TableGate gate, Route route, Refusal refusal);

    /// All probes are asked.
    void measure(TableGate gate, Route route);

    /// The engine is gone or silent.
    void lose(TableGate gate, Route route, Fault fault, String reason);
  }

  /// The gatekeeper's own parts.
  record Parts(
      Guard guard, PerTable<TableGate> gates, Flights flights, Nursery nursery, Prober prober) {}

  Checks(Parts parts, Function<Route, Outlet> outlets, Keeper keeper) {
    this.parts = parts;
    this.guard = parts.guard();
    this.outlets = outlets;
    this.keeper = keeper;
  }

  /// Who is told of rows in doubt.
  void lapses(Lapses told) {
    lapses = told;
  }

  Escort escort() {
    return patrols;
  }

  /// Begins the watch over a fresh admission.
  void admitted(Standing.Admitted standing, Born born) {
    patrols.admitted(standing, born);
  }

  /// All probes were answered: after an alarm it is found out how steadily the route answers by
  /// now, and one that does so now so, now so, is refused, whatever it was judged.
  Judgement measured(TableGate gate, Route route, Measured measured, Judgement judgement) {
    var suspect = patrols.suspect(route.name(), gate.table());
    if (suspect.isEmpty()) {
      return judgement;
    }
    var drifted = insist(gate, route, suspect.get(), Gate.drifted(suspect.get().own(), measured));
    patrols.known(route.name(), gate.table(), drifted);
    return drifted.map(d -> Gate.steady(measured.set(), judgement, d)).orElse(judgement);
  }

  /// Asks each admitted route of a table; completes when that is done, and what follows from it.
  CompletableFuture<Void> round(TableGate gate) {
    return CompletableFuture.allOf(
        guard.locked(gate::serving).stream()
            .map(admission -> ask(gate, admission.route()))
            .toArray(CompletableFuture[]::new));
  }

  /// Asks the route for each table that is not busy; waits for nothing.
  void patrol(String route, Predicate<TableName> busy) {
    parts.gates().values().stream()
        .filter(gate -> !busy.test(gate.table()))
        .forEach(gate -> Flights.unattended(ask(gate, route)));
  }

  /// Asks the route, unless that is under way.
  CompletableFuture<Void> ask(TableGate gate, String route) {
    var name = "canary " + gate.table() + " " + route;
    return parts.flights().join(name, () -> askNow(gate, route));
  }

  private void askNow(TableGate gate, String route) {
    if (guard.locked(() -> gate.standing(route)) instanceof Standing.Admitted admitted) {
      check(gate, gate.route(route), admitted, Since.SERVING);
    }
  }

  /// What the route did between its last check and this one.
  private enum Since {
    /// It served.
    SERVING,
    /// Its connection was closed: it may be another engine, and what the one before made stands.
    CLOSED
  }

  /// Whether six canaries agree after a connection was closed; if not, the route has been moved on
  /// already.
  boolean confirm(TableGate gate, Route route, Standing.Admitted before) {
    return check(gate, route, before, Since.CLOSED);
  }

  private boolean check(TableGate gate, Route route, Standing.Admitted admitted, Since since) {
    var born = guard.locked(gate::born).orElseThrow();
    var leave = admitted.granted();
    var positions = Probes.canaries(born.anchors().set(), guard.locked(gate::nextCanaryTurn));
    var check = patrols.check(leave, positions);
    return switch (ask(gate, route, positions, leave.mode())) {
      // an account that can't pay is no word against its route, and no text goes out either
      case Probing.Failed failed when failed.held() -> false;
      case Probing.Failed failed -> {
        keeper.lose(gate, route, failed.fault(), failed.reason());
        yield false;
      }
      case Probing.Canaries canaries -> {
        var refusal =
            Gate.canary(born.anchors(), admitted.own(), canaries.positions(), canaries.answered());
        if (refusal.isPresent()) {
          switch (since) {
            case SERVING -> alarm(leave, refusal.get(), failed(check, born, refusal.get()));
            case CLOSED -> keeper.suspend(gate, route, refusal.get());
          }
          again(gate, route);
        } else {
          check.ifPresent(c -> patrols.agreed(leave, c));
        }
        yield refusal.isEmpty();
      }
      case Probing.Complete _ -> throw new IllegalStateException("asked for canaries, got all");
    };
  }

  private Probing ask(TableGate gate, Route route, List<Integer> positions, Mode mode) {
    var born = guard.locked(gate::born);
    var outlet = outlets.apply(route);
    var errand = parts.nursery().errand(gate.plan(), born, outlet);
    var what = positions.size() + " canaries";
    var visit = parts.prober().visit(outlet, errand, gate.plan().role(), what);
    return parts.prober().canaries(visit, positions, mode);
  }

  /// The check, narrowed to the probe that it failed by, where one proves it.
  private static Patrols.Check failed(Optional<Patrols.Check> check, Born born, Refusal refusal) {
    var all = check.orElseGet(() -> new Patrols.Check(0, List.of()));
    return refusal
        .probe()
        .map(p -> List.of(born.anchors().set().position(p.id())))
        .map(positions -> new Patrols.Check(all.number(), positions))
        .orElse(all);
  }

  /// No text goes out by the admission from the first line on.
  private void alarm(Admission admission, Refusal refusal, Patrols.Check check) {
    var gate = parts.gates().get(admission.table());
    guard.change(() -> gate.doubt(admission));
    patrols
        .alarm(admission, refusal, check)
        .ifPresent(
            widest -> {
              lapses.open(widest);
              keeper.suspend(gate, gate.route(admission.route()), refusal);
              askElsewhere(gate, admission.route());
            });
  }

  /// The same engine may serve other tables: there it is asked at once too.
  private void askElsewhere(TableGate gate, String route) {
    parts.gates().values().stream()
        .filter(other -> other.table() != gate.table())
        .forEach(other -> Flights.unattended(ask(other, route)));
  }

  /// The whole gate runs again; then it is known which rows are in doubt.
  private void again(TableGate gate, Route route) {
    keeper.measure(gate, route);
    patrols.lapse(route.name(), gate.table()).ifPresent(lapses::known);
  }

  /// One bad engine of several behind a name may have answered the alarm and the probes after it
  /// alike by chance: its probe is asked until that is no chance any more. Silence proves nothing.
  private Optional<Drifted> insist(
      TableGate gate, Route route, Patrols.Suspect suspect, Drifted drifted) {
    var times = Collections.nCopies(INSISTENCE, suspect.position());
    return ask(gate, route, times, Mode.SINGLE) instanceof Probing.Canaries canaries
        ? Optional.of(Gate.drifted(suspect.own(), drifted, suspect.position(), canaries.answered()))
        : Optional.empty();
  }

  /// Canaries among the texts.
  private final class Heard implements Patrols.Events {
    @Override
    public void alarmed(Admission admission, Refusal refusal, Patrols.Check check) {
      alarm(admission, refusal, check);
      var gate = parts.gates().get(admission.table());
      var route = gate.route(admission.route());
      var name = "alarm " + gate.table() + " " + route.name();
      Flights.unattended(parts.flights().join(name, () -> again(gate, route)));
    }
  }
}
