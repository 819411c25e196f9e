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
import dev.interlock.core.gate.Vouched;
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
import java.util.logging.Logger;

/// Asks admitted routes for canaries, and does what a failed check demands: the route serves
/// nothing at once, its rows in doubt are named, and the whole gate runs again (A5, design §4
/// Drift).
///
/// Thread: any; blocks.
final class Checks {
  private static final Logger LOG = Logger.getLogger(Checks.class.getName());

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
      Guard guard,
      PerTable<TableGate> gates,
      Flights flights,
      Nursery nursery,
      Prober prober,
      GateRecords records) {}

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

  /// Reads what an earlier run left of a table's rows without a check that vouches for them, before
  /// any route is measured.
  void begin(TableGate gate) {
    parts.records().watches(gate.table()).forEach(patrols::earlier);
    for (var rest : unvouched(gate)) {
      LOG.warning(
          () ->
              "%d rows of table %s were made by route %s since its last good check%s"
                  .formatted(
                      rest.rows(),
                      rest.table().word(),
                      rest.route(),
                      rest.listed()
                          ? "; it is measured before it serves"
                          : ", which the role has no more as it was then; another one makes them"
                              + " again"));
    }
  }

  /// Rows of a table that routes made since their last good check.
  List<Unvouched> unvouched(TableGate gate) {
    var table = gate.table();
    return patrols.left().stream()
        .filter(left -> left.table() == table && (left.earlier() || left.came() > 0))
        .map(
            left ->
                new Unvouched(
                    left.route(),
                    table,
                    lapses.made(table, left.verdict(), left.vouched().last()),
                    listed(gate, left)))
        .filter(rest -> rest.rows() > 0)
        .toList();
  }

  private static boolean listed(TableGate gate, Left left) {
    return gate.plan().allowed().stream().anyMatch(left::of);
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
      if (judgement instanceof Judgement.Disagrees disagrees) {
        patrols
            .left(route.name(), gate.table())
            .filter(left -> left.of(route))
            .ifPresent(left -> refused(gate, left, measured, disagrees.refusal()));
      }
      return judgement;
    }
    var drifted = insist(gate, route, suspect.get(), Gate.drifted(suspect.get().own(), measured));
    patrols.known(route.name(), gate.table(), drifted);
    return drifted.map(d -> Gate.steady(measured.set(), judgement, d)).orElse(judgement);
  }

  /// A route is refused that no check had alarmed of: after a restart, or after its connection was
  /// lost. What nobody vouches for of its rows is in doubt as after an alarm, before the verdict is
  /// durable.
  private void refused(TableGate gate, Left left, Measured measured, Refusal refusal) {
    var drifted =
        left.own().singles().size() == measured.set().size()
            ? steadily(gate, left, Gate.drifted(left.own(), measured))
            : Optional.<Drifted>empty();
    doubt(left, left.vouched().doubtful(measured.set(), drifted), refusal.reason());
  }

  private Optional<Drifted> steadily(TableGate gate, Left left, Drifted drifted) {
    return drifted.always().stream()
        .findFirst()
        .map(at -> new Patrols.Suspect(at, left.own()))
        .map(suspect -> insist(gate, gate.route(left.route()), suspect, drifted))
        .orElseGet(() -> Optional.of(drifted));
  }

  /// Nothing is opened where nothing was made: most routes are refused with all their work vouched
  /// for.
  private void doubt(Left left, long from, String reason) {
    if (left.mayCome(from) || lapses.made(left.table(), left.verdict(), from) > 0) {
      var lapse = new Lapse(left.route(), left.table(), left.verdict(), from, reason);
      lapses.open(lapse);
      lapses.known(lapse);
    }
    unwatch(left.route(), left.table(), left.verdict());
  }

  private void unwatch(String route, TableName table, String verdict) {
    patrols.told(route, table, verdict);
    parts.records().unwatch(route, table, verdict);
  }

  /// Rows of routes that the role has no more, may not use, or has with another model: no check of
  /// theirs can vouch for them, so that they are made again as soon as somebody may serve.
  void abandoned(TableGate gate) {
    if (guard.locked(gate::members).isEmpty()) {
      return;
    }
    patrols.left().stream()
        .filter(left -> left.table() == gate.table() && !listed(gate, left))
        .forEach(
            left ->
                doubt(
                    left,
                    left.vouched().last(),
                    "route %s, as it was then, is not one of the role's any more"
                        .formatted(left.route())));
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
      check(new Asked(gate, gate.route(route), admitted, Since.SERVING), six(gate, admitted));
    }
  }

  /// A job is done: each route that made enough since its last good check is asked for one canary.
  /// Completes when that is done; where the canary fails, the repair is open by then.
  ///
  /// @param held whether a route's account lets nothing through now
  CompletableFuture<Void> atEnd(TableGate gate, Predicate<String> held) {
    return CompletableFuture.allOf(
        guard.locked(gate::members).stream()
            .map(member -> member.admission().route())
            .filter(held.negate())
            .map(
                route ->
                    parts
                        .flights()
                        .join("end " + gate.table() + " " + route, () -> endNow(gate, route)))
            .toArray(CompletableFuture[]::new));
  }

  private void endNow(TableGate gate, String route) {
    if (guard.locked(() -> gate.standing(route)) instanceof Standing.Admitted admitted) {
      var asked = new Asked(gate, gate.route(route), admitted, Since.SERVING);
      patrols.atEnd(admitted.granted()).ifPresent(check -> check(asked, check));
    }
  }

  private Patrols.Check six(TableGate gate, Standing.Admitted admitted) {
    var born = guard.locked(gate::born).orElseThrow();
    var positions = Probes.canaries(born.anchors().set(), guard.locked(gate::nextCanaryTurn));
    return patrols
        .check(admitted.granted(), positions)
        .orElseGet(() -> new Patrols.Check(0, positions));
  }

  /// A route that is asked for canaries, under the admission that they bear on.
  private record Asked(TableGate gate, Route route, Standing.Admitted admitted, Since since) {}

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
    return check(new Asked(gate, route, before, Since.CLOSED), six(gate, before));
  }

  private boolean check(Asked asked, Patrols.Check check) {
    var gate = asked.gate();
    var route = asked.route();
    var leave = asked.admitted().granted();
    var born = guard.locked(gate::born).orElseThrow();
    return switch (ask(gate, route, check.positions(), leave.mode())) {
      // an account that can't pay is no word against its route, and no text goes out either
      case Probing.Failed failed when failed.held() -> false;
      case Probing.Failed failed -> {
        keeper.lose(gate, route, failed.fault(), failed.reason());
        yield false;
      }
      case Probing.Canaries canaries -> {
        var own = asked.admitted().own();
        var refusal = Gate.canary(born.anchors(), own, canaries.positions(), canaries.answered());
        if (refusal.isPresent()) {
          switch (asked.since()) {
            case SERVING -> alarm(leave, refusal.get(), failed(check, born, refusal.get()));
            case CLOSED -> keeper.suspend(gate, route, refusal.get());
          }
          again(gate, route);
        } else {
          patrols.agreed(leave, check);
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
  private static Patrols.Check failed(Patrols.Check check, Born born, Refusal refusal) {
    return refusal
        .probe()
        .map(p -> List.of(born.anchors().set().position(p.id())))
        .map(positions -> new Patrols.Check(check.number(), positions))
        .orElse(check);
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
              unwatch(widest.route(), widest.table(), widest.verdict());
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

    @Override
    public void agreed(Admission admission, Vouched vouched) {
      parts.records().agreed(admission, vouched);
    }
  }
}
