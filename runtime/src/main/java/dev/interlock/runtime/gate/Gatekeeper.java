package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Gate;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.Refusal;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.space.Space;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.egress.AdmissionBook;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.Escort;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.engine.Reading;
import dev.interlock.runtime.store.Born;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/// Keeps every route's standing towards every table, and has it measured when it must be: at the
/// start, when a lost engine may be back, at a job's start and while one runs (A3, A5, design §4
/// Drift).
///
/// Thread: any. State is guarded by one lock, never held while an engine or the disk is asked.
public final class Gatekeeper implements AdmissionBook, AutoCloseable {
  /// How often the canaries go out while a job runs.
  public static final Duration CANARY_INTERVAL = Duration.ofMinutes(10);

  /// Time-outs and busy answers in a row before a route is measured again.
  private static final int PATIENCE = 2;

  private final Guard guard = new Guard();
  private final PerTable<TableGate> gates;
  private final Flights flights;
  private final Map<String, Outlet> outlets;
  private final GateRecords records;
  private final Nursery nursery;
  private final Surroundings around;
  private final Prober prober;
  private final SharedProbings probings;
  private final EngineWatch watch;
  private final JobRounds rounds;
  private final Checks checks;
  private final Matrix matrix;
  private final Moves moves;

  /// What the gatekeeper needs from outside.
  ///
  /// @param threads where measuring runs; tasks block
  /// @param clerk writes down what probes cost
  public record Surroundings(WallClock clock, Scheduler scheduler, Executor threads, Clerk clerk) {}

  public Gatekeeper(
      PerTable<RolePlan> plans,
      Map<String, Outlet> outlets,
      GateRecords records,
      TableHolder holder,
      Surroundings around) {
    this.outlets = Map.copyOf(outlets);
    this.records = records;
    this.nursery = new Nursery(records, holder);
    this.around = around;
    this.flights = new Flights(around.threads());
    this.prober = new Prober(new Fan(around.threads()), around.clerk());
    this.probings = new SharedProbings(prober);
    this.gates = PerTable.of(table -> new TableGate(table, plans.get(table)));
    this.matrix = new Matrix(gates, guard, records, this::outlet);
    this.watch = new EngineWatch(this.outlets, around.scheduler(), new Heard());
    this.checks =
        new Checks(
            new Checks.Parts(guard, gates, flights, nursery, prober, records),
            this::outlet,
            new Hands());
    this.moves =
        new Moves(
            new Moves.Parts(guard, records, matrix, around.clock()),
            (gate, fresh) -> checks.admitted(fresh, guard.locked(gate::born).orElseThrow()));
    this.rounds =
        new JobRounds(around.scheduler(), table -> Flights.unattended(checks.round(gate(table))));
  }

  /// Reads what is known of the tables and has every route measured in the background.
  public void start() {
    for (var gate : gates.values()) {
      switch (nursery.find(gate.table(), gate.plan(), this::outlet)) {
        case Nursery.Found.Alive alive -> {
          guard.change(() -> gate.born(alive.born()));
          checks.begin(gate);
        }
        case Nursery.Found.Unborn _ -> {}
        case Nursery.Found.Torn torn -> guard.change(() -> gate.block(torn.reason()));
      }
    }
    gates.values().forEach(gate -> Flights.unattended(ensure(gate.table())));
  }

  /// Measures the routes of a table that are undecided, and completes when all of them are decided
  /// or have failed. Routes that are admitted or refused are left alone.
  public CompletableFuture<Void> ensure(TableName table) {
    var gate = gate(table);
    if (guard.locked(gate::blocked).isPresent()) {
      return CompletableFuture.completedFuture(null);
    }
    var builder = gate.plan().builder();
    if (guard.locked(gate::born).isEmpty() && builder.isPresent()) {
      return build(gate, builder.get());
    }
    return measureUndecided(gate);
  }

  /// Has the builder measured, and the next one if that one's engine turns out to stand elsewhere.
  private CompletableFuture<Void> build(TableGate gate, Route builder) {
    return measure(gate, builder)
        .thenCompose(
            _ -> {
              var next = gate.plan().builder();
              boolean other = next.isPresent() && !next.get().name().equals(builder.name());
              return other && guard.locked(gate::born).isEmpty()
                  ? build(gate, next.get())
                  : measureUndecided(gate);
            });
  }

  private CompletableFuture<Void> measureUndecided(TableGate gate) {
    if (guard.locked(gate::born).isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return CompletableFuture.allOf(
        guard.locked(gate::undecided).stream()
            .map(route -> decide(gate, route))
            .toArray(CompletableFuture[]::new));
  }

  /// A route whose connection was only closed while idle shows six canaries; any other one is
  /// measured whole.
  private CompletableFuture<Void> decide(TableGate gate, Route route) {
    return guard.locked(() -> gate.standing(route.name())) instanceof Standing.Doubted doubted
        ? flights.join(
            "confirm " + gate.table() + " " + route.name(), () -> confirm(gate, route, doubted))
        : measure(gate, route);
  }

  /// One measurement of a route against a table at a time; a second wish joins the first.
  private CompletableFuture<Void> measure(TableGate gate, Route route) {
    return flights.join(
        "measure " + gate.table() + " " + route.name(), () -> measureNow(gate, route));
  }

  private void measureNow(TableGate gate, Route asPlanned) {
    if (watch.read(asPlanned.name()) instanceof Reading.Failed failed) {
      fail(gate, asPlanned, failed.fault(), failed.reason());
      return;
    }
    var route = guard.locked(() -> gate.route(asPlanned.name()));
    if (!gate.plan().allowed().contains(route)) {
      settle(gate, route, Standing.Unproven::new);
      checks.abandoned(gate);
      return;
    }
    if (route.placement() == Placement.CLOUD && route.pin().isEmpty()) {
      settle(
          gate,
          route,
          epoch -> new Standing.Refused(epoch, Refusal.noPin(route.name()), Optional.empty()));
      return;
    }
    var born = guard.locked(gate::born);
    if (born.isEmpty() && !gate.plan().builder().equals(Optional.of(route))) {
      settle(gate, route, Standing.Unproven::new);
      return;
    }
    var errand = nursery.errand(gate.plan(), born, outlet(route));
    var asked = outlet(route).state();
    var probing = probings.measure(outlet(route), errand, gate.plan().role());
    if (outlet(route).changedSince(asked)) {
      measureNow(gate, route);
      return;
    }
    switch (probing) {
      case Probing.Failed failed -> fail(gate, route, failed.fault(), failed.reason());
      case Probing.Complete complete -> {
        var measured = complete.measured();
        var judgement =
            born.isPresent()
                ? checks.measured(gate, route, measured, Gate.judge(born.get().anchors(), measured))
                : Gate.judgeBuilder(gate.plan().dimension(), measured);
        if (born.isEmpty() && judgement instanceof Judgement.Agrees agrees) {
          var certificate = nursery.bear(gate.table(), outlet(route), errand, agrees);
          guard.change(() -> gate.born(certificate));
        }
        moves.judged(gate, route, errand.set(), judgement);
        checks.abandoned(gate);
      }
      case Probing.Canaries _ -> throw new IllegalStateException("asked for all, got canaries");
    }
  }

  private void fail(TableGate gate, Route route, Fault fault, String reason) {
    var next =
        settle(
            gate,
            route,
            epoch -> Standing.failed(gate.standing(route.name()), epoch, fault, reason));
    if (next instanceof Standing.ProbeFailed failed) {
      around
          .scheduler()
          .after(
              failed.retryAfter(),
              () -> {
                if (guard.locked(() -> gate.standing(route.name())).epoch() == failed.epoch()) {
                  Flights.unattended(ensure(gate.table()));
                }
              });
    }
  }

  private Standing settle(TableGate gate, Route route, LongFunction<Standing> move) {
    return moves.to(gate, route, move);
  }

  /// Sends six canaries to an admitted route; if it alarms it is suspended at once and then
  /// measured whole. Completes when all that is done.
  public CompletableFuture<Void> canaries(TableName table, String route) {
    return checks.ask(gate(table), route);
  }

  private void confirm(TableGate gate, Route route, Standing.Doubted doubted) {
    if (watch.read(route.name()) instanceof Reading.Failed failed) {
      lose(gate, route, failed.fault(), failed.reason());
      return;
    }
    if (!(guard.locked(() -> gate.standing(route.name())) instanceof Standing.Doubted)) {
      measure(gate, route).join();
      return;
    }
    if (checks.confirm(gate, route, doubted.before())) {
      settle(gate, route, epoch -> Standing.confirmed(epoch, gate.standing(route.name())));
    }
  }

  /// The engine is gone or silent: nothing more is sent to it before the probes have passed again.
  private void lose(TableGate gate, Route route, Fault fault, String reason) {
    settle(
        gate, route, epoch -> Standing.failed(gate.standing(route.name()), epoch, fault, reason));
    Flights.unattended(measure(gate, route));
  }

  /// A call to a route's engine broke or found nobody: its admissions end before any later answer
  /// is used, and the probes go out again (C23). Must not block: it is called on event loops.
  public void engineLost(String routeName) {
    for (var gate : gates.values()) {
      if (guard.locked(() -> gate.doubt(routeName))) {
        Flights.unattended(measure(gate, gate.route(routeName)));
      }
    }
  }

  /// An idle connection to a route's engine was closed: perhaps a restart, perhaps a habit. Its
  /// admissions end, and six canaries go out before the next text, or at once if a job runs. Must
  /// not block.
  public void engineIdle(String routeName) {
    for (var gate : gates.values()) {
      boolean busy = guard.locked(() -> gate.doubt(routeName)) && rounds.busy(gate.table());
      if (busy) {
        Flights.unattended(ensure(gate.table()));
      }
    }
  }

  /// What a failed check has done.
  private final class Hands implements Checks.Keeper {
    @Override
    public void suspend(TableGate gate, Route route, Refusal refusal) {
      settle(gate, route, epoch -> Standing.alarmed(gate.standing(route.name()), epoch, refusal));
    }

    @Override
    public void measure(TableGate gate, Route route) {
      measureNow(gate, route);
    }

    @Override
    public void lose(TableGate gate, Route route, Fault fault, String reason) {
      Gatekeeper.this.lose(gate, route, fault, reason);
    }
  }

  /// What engines say of themselves, as it bears on every table. Nothing here blocks.
  private final class Heard implements EngineWatch.Events {
    @Override
    public void told(String route, Reading.Told told) {
      var placement = told.state().placement(outlet(route).route().placement());
      gates.values().forEach(gate -> guard.change(() -> gate.place(route, placement)));
    }

    @Override
    public void changed(String route, String how) {
      for (var gate : gates.values()) {
        if (guard.locked(() -> gate.changed(route, how))) {
          Flights.unattended(ensure(gate.table()));
        }
      }
    }

    @Override
    public void due(String route) {
      // Its state first: an engine that passes texts on by now gets no canary either (A2).
      Flights.unattended(
          flights
              .join("state " + route, () -> readAgain(route))
              .thenRun(() -> checks.patrol(route, rounds::busy)));
    }
  }

  /// An engine that does not tell any more is doubted like one whose connection was lost.
  private void readAgain(String route) {
    if (watch.read(route) instanceof Reading.Failed) {
      engineLost(route);
    }
  }

  /// A job begins to use a table; canaries go out every [#CANARY_INTERVAL] until the last one has
  /// ended.
  public void jobBegins(TableName table) {
    rounds.begins(table);
  }

  /// A job has made its rows and is about to be complete: each route that made 30 or more since its
  /// last good check is asked for one canary (design §4 Drift). Completes when that is done; where
  /// one fails, the repair is open by then.
  ///
  /// @param held whether a route's account lets nothing through now, so that it is not asked
  public CompletableFuture<Void> jobDone(TableName table, Predicate<String> held) {
    return checks.atEnd(gate(table), held);
  }

  /// Rows that routes made since their last good check, by table and route.
  public List<Unvouched> unvouched() {
    return gates.values().stream().flatMap(g -> checks.unvouched(g).stream()).toList();
  }

  /// A job has ended.
  public void jobEnds(TableName table) {
    rounds.ends(table);
  }

  /// Runs after every move of a standing, on the thread that made it; must be short.
  public void onChange(Runnable listener) {
    moves.onChange(listener);
  }

  /// Admissions of a table that hold now, best first, for whoever needs one answer; empty if
  /// nothing may serve.
  public List<Admission> admitted(TableName table) {
    return members(table).stream().map(Member::admission).toList();
  }

  /// Who may work on a table now, best first.
  public List<Member> members(TableName table) {
    return moves.closed() ? List.of() : guard.locked(gate(table)::members);
  }

  /// A table's space and anchors, empty before its birth.
  public Optional<Born> born(TableName table) {
    return guard.locked(gate(table)::born);
  }

  /// Why a call of a person's goes out by this route: as the plan's first choice, or in its place.
  public Decision decision(Admission admission) {
    return gate(admission.table()).decision(admission.route());
  }

  /// The space of a table, empty before its birth.
  public Optional<Space> space(TableName table) {
    return born(table).map(Born::space);
  }

  /// How the texts of a table are bounded: by its space, or before its birth by the route that will
  /// build it.
  public TextLimit textLimit(TableName table) {
    return Nursery.limit(gate(table).plan(), space(table), this::outlet);
  }

  /// Why a table can't be opened at all: its two copies of the space differ, or its anchors are
  /// lost.
  public Optional<String> blocked(TableName table) {
    return guard.locked(gate(table)::blocked);
  }

  /// Every route of every embedding role against its table.
  public List<MatrixRow> matrix() {
    return matrix.rows();
  }

  /// The rows of one table.
  public List<MatrixRow> matrix(TableName table) {
    return matrix.rows(table);
  }

  /// What the routes of a table are compared with (A4, A5).
  public Reference reference(TableName table) {
    return matrix.reference(table);
  }

  @Override
  public boolean holds(Admission admission) {
    return !moves.closed() && guard.locked(() -> gate(admission.table()).holds(admission));
  }

  @Override
  public int dimension(TableName table) {
    return space(table)
        .map(Space::dimension)
        .orElseThrow(
            () -> new IllegalStateException("table " + table.word() + " has no space yet"));
  }

  @Override
  public OptionalInt askedDimension(TableName table) {
    return gate(table).plan().dimension();
  }

  @Override
  public void sent(Admission admission, int texts) {
    records.served(admission.route(), admission.table(), texts);
    watch.traffic(admission.route());
  }

  @Override
  public void answered(Admission admission) {
    guard.change(() -> gate(admission.table()).answered(admission.route()));
  }

  @Override
  public Escort escort() {
    return checks.escort();
  }

  /// Who is told of rows in doubt.
  public void lapses(Lapses told) {
    checks.lapses(told);
  }

  @Override
  public void trouble(Admission admission, Fault fault, String message) {
    var gate = gate(admission.table());
    boolean lost =
        guard.locked(
            () ->
                gate.holds(admission)
                    && gate.trouble(admission.route()) >= (waits(fault) ? PATIENCE : 1));
    if (lost) {
      lose(gate, gate.route(admission.route()), fault, message);
    }
  }

  private static boolean waits(Fault fault) {
    return fault == Fault.BUSY || fault == Fault.TIMEOUT;
  }

  private TableGate gate(TableName table) {
    return gates.get(table);
  }

  private Outlet outlet(Route route) {
    return outlet(route.name());
  }

  private Outlet outlet(String route) {
    return Optional.ofNullable(outlets.get(route))
        .orElseThrow(() -> new IllegalArgumentException("there is no outlet for route " + route));
  }

  /// Measures nothing more and keeps nothing more.
  @Override
  public void close() {
    moves.close();
    flights.close();
  }

  /// Waits until what was under way at [#close] has ended.
  public void awaitQuiet() {
    flights.awaitQuiet();
    records.flush();
  }
}
