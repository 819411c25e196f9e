package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.Settings;
import dev.interlock.core.account.Account;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.account.AccountLane;
import dev.interlock.runtime.account.Held;
import dev.interlock.runtime.account.Holds;
import dev.interlock.runtime.account.KeyPermits;
import dev.interlock.runtime.account.Payer;
import dev.interlock.runtime.account.Verdicts;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.store.AccountSettings;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.upstream.AccountWay;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.accounts.AccountDesk;
import dev.interlock.server.accounts.Alarms;
import dev.interlock.sidecar.InProcessRelay;
import dev.interlock.sidecar.Sidecar;
import dev.interlock.sidecar.Tether;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The cloud accounts of one server, with the sidecar that is built into it.
final class Accounts implements AutoCloseable {
  private static final String BUILT_IN = "built-in";

  private final RandomGenerator random = new SecureRandom();
  private final Running.Time time;
  private final Optional<Webhook> webhook;
  private volatile Runnable looked = () -> {};
  private final Sidecar sidecar;
  private final InProcessRelay relay;
  private final Tether tether;
  private final AccountDesk desk;
  private final Desks desks;

  Accounts(Settings settings, Vertx vertx, Around around) {
    this.time = around.time();
    this.desks = around.desks();
    var accounts = settings.config().accountsByName();
    this.webhook =
        settings.config().webhook().map(url -> new Webhook(url, vertx, time, around.threads()));
    var alarms = new Alarms(time.wall(), webhook.map(hook -> (Consumer<byte[]>) hook));
    var permits = new LinkedHashMap<String, KeyPermits>();
    accounts.values().forEach(account -> permits.put(account.name(), permits(account, alarms)));
    settings
        .config()
        .projects()
        .forEach(
            (name, project) ->
                project
                    .weight()
                    .ifPresent(
                        turns -> permits.values().forEach(lane -> lane.weighted(name, turns))));
    this.desk =
        new AccountDesk(
            accounts.values(),
            new AccountDesk.Books(
                new AccountSettings(around.database()),
                permits,
                around.desks().prices()::listed,
                around.desks(),
                alarms,
                new Heard(around.desks())),
            new AccountDesk.Surroundings(
                time.ticker(), time.wall(), time.scheduler(), around.threads(), random));
    this.sidecar =
        new Sidecar(
            new Sidecar.Identity(BUILT_IN, vertx, time.ticker()),
            accounts.values(),
            settings.accountKeys());
    this.relay = new InProcessRelay(desk::connected);
    this.tether =
        new Tether(
            sidecar, relay::dial, new Tether.Around(time.ticker(), time.scheduler(), random));
  }

  private KeyPermits permits(Account account, Alarms alarms) {
    var clock = new AccountLane.Clock(time.ticker(), time.scheduler());
    return new KeyPermits(
        first -> new AccountLane(clock, first, alarm -> alarms.told(account.name(), alarm)),
        new KeyPermits.Clocks(time.ticker(), time.wall()),
        account.permits());
  }

  /// Has the routes of roles that could not be paid for measured again as soon as their account was
  /// looked at.
  void wake(Gatekeeper gatekeeper, Holds holds) {
    looked =
        () -> {
          for (var table : TableName.values()) {
            boolean waits =
                gatekeeper.matrix(table).stream()
                    .anyMatch(
                        row -> row.verdict().equals("probe_failed") && holds.paid(row.route()));
            if (waits) {
              var _ = gatekeeper.ensure(table);
            }
          }
        };
  }

  private final class Heard implements AccountDesk.Listener {
    private final Desks desks;

    private Heard(Desks desks) {
      this.desks = desks;
    }

    @Override
    public void capped(String account, Optional<NanoUsd> daily) {
      desks.capped(account, daily);
    }

    @Override
    public void used(String account, Residue.Look look) {
      desks.till().looked(account, look);
    }

    @Override
    public void anotherKey(String account) {
      desks.till().anotherKey(account);
    }

    @Override
    public void looked(String account) {
      looked.run();
    }
  }

  /// What they work with.
  record Around(Database database, Running.Time time, Executor threads, Desks desks) {}

  /// Has the sidecar configured, and looks at the accounts from then on.
  void start() {
    tether.start();
    desk.start();
  }

  /// Where the built-in sidecar dials in.
  InProcessRelay relay() {
    return relay;
  }

  AccountDesk desk() {
    return desk;
  }

  /// The way of a route that an account pays for.
  Upstream upstream(Route route, String account) {
    return sidecar.upstream(account, route.model());
  }

  /// The same for calls whose threads wait, paid for one by one.
  ///
  /// @param patience how long a permit is waited for where somebody waits for the answer
  AccountWay way(Route route, String account, Duration patience) {
    var purse = Optional.ofNullable(desks.all().get(account)).orElseThrow();
    return new AccountWay(
        upstream(route, account),
        new Payer(purse, time.wall(), () -> bar(route, AccountWay.BULK_PATIENCE)),
        patience,
        this.desk.providers(account));
  }

  /// What stands in the way of the routes of roles.
  Holds holds(Config config) {
    var paid = new HashMap<String, Route>();
    for (var role : Role.values()) {
      config.routesOf(role).stream()
          .filter(route -> route.account().isPresent())
          .forEach(route -> paid.put(route.name(), route));
    }
    return new OfRoutes(paid);
  }

  private final class OfRoutes implements Holds {
    private final Map<String, Route> routes;

    private OfRoutes(Map<String, Route> routes) {
      this.routes = routes;
    }

    @Override
    public boolean paid(String route) {
      return routes.containsKey(route);
    }

    @Override
    public Optional<Held> of(String route) {
      var known = Optional.ofNullable(routes.get(route));
      var patience = AccountWay.BULK_PATIENCE;
      return known
          .flatMap(r -> bar(r, patience).or(() -> desks.bar(r, patience)))
          .map(bar -> Verdicts.held(bar, time.wall().now()));
    }
  }

  /// What the account of a route has against any call of now; empty for a route without one.
  ///
  /// @param patience how long a permit is waited for
  Optional<Plan.Bar> bar(Route route, Duration patience) {
    return route.account().flatMap(account -> desk.bar(account, patience));
  }

  @Override
  public void close() {
    desk.close();
    tether.close();
    sidecar.close();
    webhook.ifPresent(Webhook::close);
  }
}
