package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.Settings;
import dev.interlock.app.home.Home;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.Till;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.clock.SystemScheduler;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.gate.GateRecords;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Trial;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.JobIds;
import dev.interlock.runtime.store.JobStore;
import dev.interlock.runtime.store.LedgerStore;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.runtime.store.RepairStore;
import dev.interlock.runtime.store.SpaceStore;
import dev.interlock.runtime.store.VerdictStore;
import dev.interlock.runtime.store.WatchStore;
import dev.interlock.server.gate.Closed;
import dev.interlock.server.gate.LuceneHolder;
import dev.interlock.server.http.Doors;
import dev.interlock.server.http.HttpFront;
import dev.interlock.server.ingest.WalkRules;
import dev.interlock.server.jobs.JobEngine;
import dev.interlock.server.jobs.JobPorts;
import dev.interlock.server.jobs.Mender;
import dev.interlock.sidecar.InProcessRelay;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// A whole server in this process, from open files to an open port.
///
/// Thread: made and closed by one thread that is no event loop.
public final class Running implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Running.class.getName());

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Home home;
  private final String host;
  private final HttpFront front;
  private final JobEngine jobs;
  private final Gatekeeper gatekeeper;
  private final LedgerStore ledger;
  private final Desks desks;
  private final InProcessRelay relay;

  /// Starts a server.
  ///
  /// @param bind where to listen, before the configuration's own words
  /// @throws IOException if the home can't be used
  public static Running start(Home home, Settings settings, HttpFront.Bind bind)
      throws IOException {
    var clocks = new SystemClocks();
    return start(
        home,
        settings,
        bind,
        new World(threads -> new Time(clocks, clocks, new SystemScheduler(threads)), Clouds.NONE));
  }

  /// Starts a server in a world of the caller's making.
  ///
  /// @throws IOException if the home can't be used
  public static Running start(Home home, Settings settings, HttpFront.Bind bind, World world)
      throws IOException {
    return new Running(home, settings, bind, world);
  }

  /// What lies outside: time, made on the server's threads, and the clouds.
  public record World(Function<Executor, Time> time, Clouds clouds) {}

  /// The clocks, and the one way to wait.
  public record Time(Ticker ticker, WallClock wall, Scheduler scheduler) {}

  private Running(Home home, Settings settings, HttpFront.Bind bind, World world)
      throws IOException {
    var config = settings.config();
    this.home = home;
    this.host = bind.host();
    boolean whole = false;
    try {
      var unpacked = home.makeUnpacked();
      // The grammars' natives stay below the home too; read by their library at its first use.
      System.setProperty("tree-sitter-lib", unpacked.toString());
      var vertx = keep(EventLoop.start(unpacked), v -> v.close().await());
      var threads = keep(Executors.newVirtualThreadPerTaskExecutor(), ExecutorService::shutdownNow);
      var time = world.time().apply(threads);
      if (time.scheduler() instanceof AutoCloseable closeable) {
        open.push(closeable);
      }
      var database = keep(database());
      this.ledger = keep(ledger(database, config, time, threads));
      var clerk = new Clerk(ledger, time.ticker(), time.wall());
      var tables = keep(Tables.open(home.tables()));
      this.desks = keep(new Desks(config, database, time, threads));
      var accounts = accounts(settings, vertx, new Accounts.Around(database, time, threads, desks));
      var engines = engines(settings, new Engines.Around(vertx, time.ticker(), accounts));
      open.push(this::awaitQuiet);
      var outlets = keep(engines.outlets(), all -> all.values().forEach(Outlet::close));
      var around = new Gatekeeper.Surroundings(time.wall(), time.scheduler(), threads, clerk);
      this.gatekeeper =
          new Gatekeeper(
              engines.plans(), outlets, records(database, time), new LuceneHolder(tables), around);
      open.push(gatekeeper);
      var door = new EmbeddingDoor(outlets, gatekeeper);
      var closed = new Closed(gatekeeper, accounts.holds(config));
      var parts = new Parts(database, tables, rules(config, home), threads, closed);
      this.jobs = keep(new JobEngine(ports(parts, time, mender(parts, time, door)), door, clerk));
      var sides = new Generators.Around(time, threads, accounts, desks, world.clouds());
      var generators = keep(new Generators(settings, vertx, sides));
      var surfaces =
          new Surfaces(
              config,
              new Surfaces.Stores(database, tables, ledger, rules(config, home)),
              new Surfaces.Work(closed, door, jobs, clerk, accounts.desk()),
              time);
      gatekeeper.start();
      accounts.wake(gatekeeper, closed.holds());
      accounts.start();
      this.relay = accounts.relay();
      this.front =
          keep(
              HttpFront.listen(
                  vertx,
                  bind,
                  surfaces.all(generators, new Trial(gatekeeper, engines.strangers(), around)),
                  new Doors(home.makeAdminToken(new SecureRandom())),
                  threads));
      jobs.resume();
      home.announce(url());
      open.push(home::withdraw);
      whole = true;
    } finally {
      if (!whole) {
        close();
      }
    }
  }

  private Engines engines(Settings settings, Engines.Around around) {
    return new Engines(settings, around, home.unpacked(), losses());
  }

  /// A connection can be lost only once something was sent, and nothing is before the gatekeeper is
  /// there.
  private Engines.Losses losses() {
    return new Engines.Losses() {
      @Override
      public void lost(String route) {
        gatekeeper.engineLost(route);
      }

      @Override
      public void idle(String route) {
        gatekeeper.engineIdle(route);
      }
    };
  }

  private Accounts accounts(Settings settings, Vertx vertx, Accounts.Around around) {
    var accounts = keep(new Accounts(settings, vertx, around));
    around.desks().serve(accounts.desk()::permits, accounts.desk().records());
    return accounts;
  }

  /// What a job works with.
  private record Parts(
      Database database, Tables tables, WalkRules rules, Executor threads, Closed closed) {}

  private Mender mender(Parts parts, Time time, EmbeddingDoor door) {
    var mender =
        keep(
            new Mender(
                new Mender.Parts(
                    parts.tables(),
                    gatekeeper,
                    new RepairStore(parts.database()),
                    door,
                    new Clerk(ledger, time.ticker(), time.wall()),
                    new JobPorts.Clocks(time.ticker(), time.wall(), time.scheduler()),
                    parts.threads(),
                    parts.closed().holds())));
    mender.start();
    return mender;
  }

  private JobPorts ports(Parts parts, Time time, Mender mender) {
    return new JobPorts(
        parts.tables(),
        gatekeeper,
        new JobStore(parts.database(), new JobIds(time.wall(), new SecureRandom())),
        new ManifestStore(parts.database()),
        parts.rules(),
        new JobPorts.Clocks(time.ticker(), time.wall(), time.scheduler()),
        parts.threads(),
        mender,
        parts.closed());
  }

  private static GateRecords records(Database database, Time time) {
    return new GateRecords(
        new SpaceStore(database),
        new VerdictStore(database),
        new WatchStore(database),
        time.wall());
  }

  private Database database() {
    return Database.open(
        home.database(), home.unpacked(), e -> LOG.log(Level.SEVERE, "a late write was lost", e));
  }

  private static LedgerStore ledger(Database database, Config config, Time time, Executor threads) {
    return LedgerStore.open(
        database,
        new LedgerStore.Surroundings(time.wall(), time.scheduler(), threads),
        config.ledger().keep());
  }

  private void awaitQuiet() {
    gatekeeper.awaitQuiet();
  }

  private static WalkRules rules(Config config, Home home) {
    return new WalkRules(
        config.index().defaultExcludes(), config.index().maxFileBytes(), Set.of(home.folder()));
  }

  private <T extends AutoCloseable> T keep(T part) {
    open.push(part);
    return part;
  }

  private <T> T keep(T part, Closer<T> closer) {
    open.push(() -> closer.close(part));
    return part;
  }

  private interface Closer<T> {
    void close(T part) throws Exception;
  }

  /// Where it answers, such as `http://127.0.0.1:7070`.
  public String url() {
    return "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, front.port());
  }

  /// The home that it serves from.
  public Home home() {
    return home;
  }

  /// Its jobs.
  public JobEngine jobs() {
    return jobs;
  }

  /// Its gate.
  public Gatekeeper gatekeeper() {
    return gatekeeper;
  }

  /// Its ledger.
  public LedgerStore ledger() {
    return ledger;
  }

  /// Where its built-in sidecar dials in.
  public InProcessRelay relay() {
    return relay;
  }

  /// The money of its accounts.
  public Till till() {
    return desks.till();
  }

  /// Where calls on an account get leave.
  public Optional<Desk> desk(String account) {
    return Optional.ofNullable(desks.all().get(account));
  }

  /// Ends everything, last opened first; what is committed stays.
  @Override
  public void close() {
    while (!open.isEmpty()) {
      var part = open.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(Level.WARNING, e, () -> "closing " + part);
      }
    }
  }
}
