package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.ConfigSchema;
import dev.interlock.app.home.Home;
import dev.interlock.core.role.Role;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.index.table.Tables;
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
import dev.interlock.runtime.store.SpaceStore;
import dev.interlock.runtime.store.VerdictStore;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.api.Api;
import dev.interlock.server.embeddings.EmbeddingsEndpoint;
import dev.interlock.server.files.FileService;
import dev.interlock.server.files.Freshness;
import dev.interlock.server.gate.LuceneHolder;
import dev.interlock.server.gateway.ChatGateway;
import dev.interlock.server.gateway.ExplainApi;
import dev.interlock.server.gateway.ModelsApi;
import dev.interlock.server.http.Doors;
import dev.interlock.server.http.HttpFront;
import dev.interlock.server.ingest.FileAccess;
import dev.interlock.server.ingest.Finder;
import dev.interlock.server.ingest.SourceReader;
import dev.interlock.server.ingest.WalkRules;
import dev.interlock.server.jobs.JobEngine;
import dev.interlock.server.jobs.JobPorts;
import dev.interlock.server.ledger.LedgerApi;
import dev.interlock.server.mcp.McpEndpoint;
import dev.interlock.server.routes.RoutesApi;
import dev.interlock.server.search.SearchService;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
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
import java.util.stream.Stream;

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

  /// Starts a server.
  ///
  /// @param bind where to listen, before the configuration's own words
  /// @throws IOException if the home can't be used
  public static Running start(Home home, Config config, HttpFront.Bind bind) throws IOException {
    var clocks = new SystemClocks();
    return start(
        home, config, bind, threads -> new Time(clocks, clocks, new SystemScheduler(threads)));
  }

  /// Starts a server on a time of the caller's making.
  ///
  /// @throws IOException if the home can't be used
  public static Running start(
      Home home, Config config, HttpFront.Bind bind, Function<Executor, Time> time)
      throws IOException {
    return new Running(home, config, bind, time);
  }

  /// The clocks, and the one way to wait.
  public record Time(Ticker ticker, WallClock wall, Scheduler scheduler) {}

  private Running(Home home, Config config, HttpFront.Bind bind, Function<Executor, Time> timeOn)
      throws IOException {
    this.home = home;
    this.host = bind.host();
    boolean whole = false;
    try {
      // The grammars' natives stay below the home too; read by their library at its first use.
      System.setProperty("tree-sitter-lib", home.makeUnpacked().toString());
      var vertx =
          keep(Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1)), v -> v.close().await());
      var threads = keep(Executors.newVirtualThreadPerTaskExecutor(), ExecutorService::shutdownNow);
      var time = timeOn.apply(threads);
      if (time.scheduler() instanceof AutoCloseable closeable) {
        open.push(closeable);
      }
      var database = keep(database());
      this.ledger = keep(ledger(database, config, time, threads));
      var clerk = new Clerk(ledger, time.ticker(), time.wall());
      var tables = keep(Tables.open(home.tables()));
      var engines = new Engines(config, vertx, time.ticker(), home.unpacked(), losses());
      open.push(this::awaitQuiet);
      var outlets = keep(engines.outlets(), all -> all.values().forEach(Outlet::close));
      var around = new Gatekeeper.Surroundings(time.wall(), time.scheduler(), threads, clerk);
      this.gatekeeper =
          new Gatekeeper(
              engines.plans(),
              outlets,
              new GateRecords(new SpaceStore(database), new VerdictStore(database), time.wall()),
              new LuceneHolder(tables),
              around);
      open.push(gatekeeper);
      var door = new EmbeddingDoor(outlets, gatekeeper);
      this.jobs =
          keep(
              new JobEngine(
                  new JobPorts(
                      tables,
                      gatekeeper,
                      new JobStore(database, new JobIds(time.wall(), new SecureRandom())),
                      new ManifestStore(database),
                      rules(config, home),
                      new JobPorts.Clocks(time.ticker(), time.wall(), time.scheduler()),
                      threads),
                  door,
                  clerk));
      var chat = chat(config, engines, time);
      gatekeeper.start();
      var trial = new Trial(gatekeeper, engines.strangers(), around);
      this.front =
          keep(
              HttpFront.listen(
                  vertx,
                  bind,
                  new HttpFront.Surface(
                      Api.endpoints(
                          services(
                              new Parts(tables, door, clerk, time.scheduler()),
                              new Late(chat, trial),
                              Roots.of(database, rules(config, home)))),
                      ledger::nextRequest),
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

  private Api.Chat chat(Config config, Engines engines, Time time) {
    var upstreams = keep(engines.upstreams(), all -> all.values().forEach(Upstream::close));
    var gateway =
        new ChatGateway(
            new ChatGateway.Setup(
                config.profilesByName(),
                upstreams,
                _ -> Optional.empty(),
                ledger,
                new ChatGateway.Time(time.ticker(), time.wall(), time.scheduler())));
    var names =
        Stream.concat(
            config.roles().keySet().stream().filter(Role::embeds).map(Role::word),
            gateway.names().stream());
    return new Api.Chat(
        gateway,
        new ModelsApi(names.toList(), time.wall().now()),
        new ExplainApi(gateway),
        new RoutesApi(engines.plans(), gatekeeper, gateway));
  }

  /// Services that are made last.
  private record Late(Api.Chat chat, Trial trial) {}

  /// What the services share.
  private record Parts(Tables tables, EmbeddingDoor door, Clerk clerk, Scheduler scheduler) {}

  private Api.Services services(Parts parts, Late late, Roots roots) {
    var tables = parts.tables();
    var clerk = parts.clerk();
    var files = new FileService(roots.manifest(), roots.finder(), roots.reader());
    var fresh = new Freshness(roots.manifest(), roots.finder(), roots.reader());
    var search =
        new SearchService(
            tables, gatekeeper, parts.door(), new SearchService.Surroundings(jobs, fresh));
    var agents =
        new McpEndpoint(
            new McpEndpoint.Sources(search, clerk, files, jobs, gatekeeper, tables),
            parts.scheduler());
    return new Api.Services(
        tables,
        gatekeeper,
        jobs,
        search,
        new EmbeddingsEndpoint(
            gatekeeper, parts.door(), clerk, t -> tables.table(t).counts().stored()),
        new Api.Books(clerk, new LedgerApi(ledger, clerk.wall())),
        late.chat(),
        new Api.Agents(files, agents),
        late.trial(),
        ConfigSchema.json());
  }

  /// What was indexed of the roots, and the roots themselves.
  private record Roots(ManifestStore manifest, Finder finder, SourceReader reader) {
    static Roots of(Database database, WalkRules rules) {
      return new Roots(
          new ManifestStore(database), new Finder(FileAccess.disk()), new SourceReader(rules));
    }
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
