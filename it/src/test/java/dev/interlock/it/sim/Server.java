package dev.interlock.it.sim;

import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Ledger;
import dev.interlock.core.money.Cost;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Health;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Planner;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.account.Held;
import dev.interlock.runtime.account.Holds;
import dev.interlock.runtime.account.Prices;
import dev.interlock.runtime.account.Reconciler;
import dev.interlock.runtime.account.Till;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Unvouched;
import dev.interlock.server.jobs.BulkQueue;
import dev.interlock.server.jobs.JobPorts;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One run of the server, from its start to its kill: the real till, lanes, desks, gatekeeper,
/// door, queue and planner on the ground of the simulation. A killed one does nothing more.
final class Server {
  private static final long DISK = 2 * Ground.MILLI;

  private final World world;
  private final Ground ground;
  private final int number;
  private final Fibers fibers;
  private final Till till;
  private final Map<String, Office> offices = new LinkedHashMap<>();
  private final Map<String, Line> lines = new HashMap<>();
  private final Map<String, Health> healths = new HashMap<>();
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, PaidClient> paid = new HashMap<>();

  /// Paid calls are the clients' own here.
  private static final Holds UNPAID =
      new Holds() {
        @Override
        public boolean paid(String route) {
          return false;
        }

        @Override
        public Optional<Held> of(String route) {
          return Optional.empty();
        }
      };

  private final Gatekeeper gatekeeper;
  private final EmbeddingDoor door;
  private final BulkQueue queue;
  private final Clerk clerk;
  private final Scheduler scheduler;
  private Optional<Admission> kept = Optional.empty();
  private long requests;
  private boolean alive = true;

  Server(World world, int number) {
    this.world = world;
    this.ground = world.ground();
    this.number = number;
    this.fibers = new Fibers(world.gateDisk()::flush);
    this.scheduler = (delay, task) -> ground.time().after(delay, () -> ifAlive(task));
    this.till =
        Till.open(
            world.book(),
            new Till.Surroundings(ground.time(), ground.time(), scheduler, this::onDisk),
            world.scene().caps());
    var prices = new Prices(world.prices(), Set.of(), declared());
    for (var cloud : world.clouds()) {
      var office =
          new Office(ground, cloud, new Office.Around(scheduler, till, prices, world.seams()));
      offices.put(cloud.name(), office);
      lines.put(
          cloud.name(),
          new Line(
              ground,
              office,
              new Line.Around(world.endings(), world.seams().habits(), this::alive)));
    }
    this.clerk = new Clerk(ledger(), ground.time(), ground.time());
    var outlets = outlets();
    this.gatekeeper =
        new Gatekeeper(
            PerTable.of(table -> world.scene().roles().get(table)),
            outlets,
            world.gateRecords(),
            world.rows(),
            new Gatekeeper.Surroundings(ground.time(), scheduler, fibers, clerk));
    gatekeeper.lapses(world.rows());
    this.door = new EmbeddingDoor(outlets, world.seams().admissions().apply(gatekeeper));
    this.queue =
        new BulkQueue(
            TableName.CODE,
            new BulkQueue.Surroundings(
                gatekeeper,
                new JobPorts.Clocks(ground.time(), ground.time(), scheduler),
                fibers,
                UNPAID),
            new BulkQueue.Outward(door, clerk),
            () -> {});
  }

  /// Begins: the gate is read, lost calls are looked at, jobs go on.
  void start() {
    new Reconciler(till, this::record, ground.time(), scheduler).start();
    offices.values().forEach(this::person);
    world.rows().onRemoved(this::again);
    gatekeeper.start();
    world.scene().hosts().forEach((route, host) -> losses(route, host.spells()));
    if (!world.works().isEmpty()) {
      gatekeeper.jobBegins(TableName.CODE);
    }
    world.works().stream().filter(w -> !w.completed()).forEach(w -> job(w).start());
  }

  private Map<String, Prices.Declared> declared() {
    var all = new HashMap<String, Prices.Declared>();
    world
        .clouds()
        .forEach(
            cloud ->
                all.put(
                    cloud.name(),
                    new Prices.Declared(Map.of("m", cloud.terms().price()), Map.of())));
    return all;
  }

  private void ifAlive(Runnable task) {
    if (alive) {
      task.run();
    }
  }

  private void onDisk(Runnable write) {
    scheduler.after(Duration.ofNanos(DISK), write);
  }

  /// A refused key is noticed by a person, who pushes one.
  private void person(Office office) {
    for (var spell : office.cloud().spells()) {
      if (spell.kind() == Spell.Kind.KEY_REFUSED && spell.toNanos() > ground.now()) {
        boolean another = spell.asked().isPresent();
        scheduler.after(
            Duration.ofNanos(spell.toNanos() + 5 * Ground.SECOND - ground.now()),
            () -> office.push(another));
      }
    }
  }

  /// Connections break where a host dies.
  private void losses(String route, List<Spell> spells) {
    for (var spell : spells) {
      long wait = spell.fromNanos() - ground.now();
      if (spell.kind() == Spell.Kind.DEAD && wait >= 0 && outletOf(route)) {
        scheduler.after(Duration.ofNanos(wait), () -> gatekeeper.engineLost(route));
      }
    }
  }

  private boolean outletOf(String route) {
    return world.scene().routes().stream().anyMatch(r -> r.name().equals(route));
  }

  private void record(Till.Lost call, Consumer<Optional<Cost>> told) {
    var bill = world.cloud(call.charge().account()).bill(call.charge().id());
    told.accept(bill.map(amount -> new Cost(amount, Cost.Basis.PROVIDER)));
  }

  private Ledger ledger() {
    return new Ledger() {
      @Override
      public String nextRequest() {
        return "r%d.%d".formatted(number, requests++);
      }

      @Override
      public void note(Attempt attempt) {
        if (alive) {
          var id = "attempt %s.%d".formatted(attempt.errand().request(), attempt.number());
          endings().begun(id);
          endings().ended(id);
        }
      }
    };
  }

  private Map<String, Outlet> outlets() {
    var outlets = new HashMap<String, Outlet>();
    for (var route : world.scene().routes()) {
      Consumer<List<String>> arriving = texts -> arrived(route, texts);
      var client =
          route.account().isPresent()
              ? paid(route, arriving)
              : host(route).client(() -> fibers, arriving);
      outlets.put(route.name(), new Outlet(route, client, TokenCounter.estimate()));
    }
    return outlets;
  }

  private PaidClient paid(Route route, Consumer<List<String>> arriving) {
    var way =
        new PaidClient.Way(
            () -> fibers,
            "%s:%d".formatted(route.name(), number),
            new Encoder(ground, world.cloud(route.account().orElseThrow()).spells()),
            world.scene().cloudTextNanos());
    var client = new PaidClient(line(route), way, arriving);
    paid.put(route.name(), client);
    return client;
  }

  private void arrived(Route route, List<String> texts) {
    if (alive && texts.stream().anyMatch(Rows::ofCallers)) {
      boolean admitted =
          gatekeeper.admitted(TableName.CODE).stream()
              .anyMatch(a -> a.route().equals(route.name()));
      ground
          .verdict()
          .check(
              admitted,
              Rule.GATE,
              () -> "a text goes to %s, which is not admitted".formatted(route.name()));
    }
  }

  private Job job(Work work) {
    return jobs.computeIfAbsent(
        work.id(),
        _ ->
            new Job(
                ground,
                work,
                new Job.Place(
                    world.rows(),
                    queue,
                    world.seams().habits(),
                    () -> gatekeeper.jobDone(TableName.CODE, _ -> false),
                    this::alive)));
  }

  /// A job is asked for.
  void index(Work work) {
    world.works().add(work);
    gatekeeper.jobBegins(TableName.CODE);
    job(work).start();
  }

  private void again(Set<String> chunks) {
    for (var work : world.works()) {
      var own = new LinkedHashSet<>(work.manifest());
      own.retainAll(chunks);
      if (!own.isEmpty()) {
        job(work).again(own);
      }
    }
  }

  /// Embeds a question, as a search does. Runs on a fiber.
  void query(String id) {
    endings().begun(id);
    fibers.execute(
        () -> {
          var admission = admission();
          if (admission.isPresent()) {
            var asker = new Asker(Asker.LOCAL, Optional.empty(), Optional.empty());
            var trail = clerk.own(AttemptKind.SEARCH, asker, "code-embedding");
            var texts =
                new Texts(
                    List.of("question " + id),
                    Urgency.INTERACTIVE,
                    trail,
                    gatekeeper.decision(admission.get()));
            judge(admission.get(), door.embed(admission.get(), texts));
          }
          if (alive) {
            endings().ended(id);
          }
        });
  }

  private Optional<Admission> admission() {
    var fresh = gatekeeper.admitted(TableName.CODE).stream().findFirst();
    if (world.seams().habits().keepsAdmissions()) {
      kept = kept.or(() -> fresh);
      return kept;
    }
    return fresh;
  }

  private void judge(Admission admission, DoorOutcome outcome) {
    if (outcome instanceof DoorOutcome.Carried carried
        && carried.texts().getFirst() instanceof TextOutcome.Embedded) {
      ground
          .verdict()
          .check(
              gatekeeper.holds(admission),
              Rule.GATE,
              () -> "an answer of %s is used, which is not admitted".formatted(admission));
    }
  }

  /// The plan of the generating profile as it is now.
  Plan plan() {
    return Planner.plan(
        profile(),
        new Planner.Known() {
          @Override
          public Health health(Route route) {
            return healths.getOrDefault(route.name(), Health.GOOD);
          }

          @Override
          public Optional<EngineState> state(Route route) {
            return Optional.empty();
          }

          @Override
          public Optional<String> unread(Route route) {
            return Optional.empty();
          }

          @Override
          public Optional<Plan.Bar> bar(Route route, Duration patience) {
            return office(route).desk().bar(patience);
          }
        },
        ground.time().nanos());
  }

  Profile profile() {
    return world.scene().profile();
  }

  Duration patience() {
    return profile().patience().limits().permit();
  }

  void answered(Route route) {
    healths.put(route.name(), healths.getOrDefault(route.name(), Health.GOOD).answered());
  }

  void failed(Route route, Fault fault) {
    var was = healths.getOrDefault(route.name(), Health.GOOD);
    healths.put(route.name(), was.failed(fault, ground.time().nanos()));
  }

  Host host(Route route) {
    if (route.placement() != Placement.LOCAL) {
      throw new IllegalArgumentException(route.name() + " is no local route");
    }
    return world.host(route.name());
  }

  Line line(Route route) {
    return Optional.ofNullable(lines.get(route.account().orElseThrow())).orElseThrow();
  }

  private Office office(Route route) {
    return office(route.account().orElseThrow());
  }

  Office office(String account) {
    return Optional.ofNullable(offices.get(account)).orElseThrow();
  }

  Ground ground() {
    return ground;
  }

  Endings endings() {
    return world.endings();
  }

  boolean alive() {
    return alive;
  }

  Till till() {
    return till;
  }

  /// Texts that came back by an account's route.
  long embedded(String route) {
    return Optional.ofNullable(paid.get(route)).map(PaidClient::embedded).orElse(0L);
  }

  /// Runs what is ready, and looks at everything.
  void step() {
    fibers.settle();
    offices.values().forEach(office -> office.permits().look());
  }

  /// Routes whose latest rows no check vouches for yet, as people are told.
  Set<String> unvouched() {
    return gatekeeper.unvouched().stream().map(Unvouched::route).collect(Collectors.toSet());
  }

  /// Traffic is over: nobody asks the providers any more.
  void rest() {
    offices.values().forEach(Office::rest);
  }

  /// Whether a permit is waited for or out.
  boolean busy() {
    return offices.values().stream()
        .map(Office::permits)
        .anyMatch(permits -> permits.waiting() > 0 || permits.out() > 0);
  }

  /// At the end nothing waits and nothing is out.
  void drained() {
    offices.forEach(
        (name, office) -> {
          int waiting = office.permits().waiting();
          int out = office.permits().out();
          ground
              .verdict()
              .check(
                  waiting == 0 && out == 0,
                  Rule.DRAIN,
                  () -> "%s: %d wait, %d out".formatted(name, waiting, out));
        });
    for (var work : world.works()) {
      ground
          .verdict()
          .check(work.completed(), Rule.DRAIN, () -> "%s never ends".formatted(work.id()));
    }
  }

  /// The process ends, wherever it is.
  void kill() {
    alive = false;
    fibers.close();
  }
}
