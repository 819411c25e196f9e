package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.Target;
import dev.interlock.core.account.Account;
import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Scope;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.account.AccountLane;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.Prices;
import dev.interlock.runtime.account.Reconciler;
import dev.interlock.runtime.account.Till;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.MoneyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;

/// The accounts at work: a budget and a desk for each, and one till for all.
final class Desks implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Desks.class.getName());
  private static final long LEASES_PER_MILLI = 1_000;

  private final Map<String, Desk> desks = new LinkedHashMap<>();
  private final Till till;
  private final Prices prices;
  private final Reconciler reconciler;

  /// Opens the till and makes a desk for each account.
  ///
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses
  Desks(Config config, Database database, Running.Time time, Executor threads) {
    var accounts = config.accountsByName();
    var store = new MoneyStore(database);
    this.till =
        Till.open(
            store, new Till.Surroundings(time.wall(), time.scheduler(), threads), caps(accounts));
    this.prices = new Prices(store, accounts.keySet(), declared(config, time));
    RandomGenerator jitter = new SecureRandom();
    accounts.values().forEach(account -> desks.put(account.name(), desk(account, time, jitter)));
    this.reconciler =
        new Reconciler(till, Reconciler.Records.NONE, time.ticker(), time.scheduler());
    reconciler.start();
  }

  /// Days of providers begin at midnight UTC (wire-formats §2.8), and so do ours.
  private static Map<Scope, DailyCap> caps(Map<String, Account> accounts) {
    var caps = new HashMap<Scope, DailyCap>();
    accounts.forEach(
        (name, account) ->
            account
                .daily()
                .ifPresent(
                    amount -> caps.put(Scope.account(name), new DailyCap(amount, ZoneOffset.UTC))));
    return caps;
  }

  private static Map<String, Map<String, Price>> declared(Config config, Running.Time time) {
    var today = LocalDate.ofInstant(time.wall().now(), ZoneOffset.UTC);
    var declared = new HashMap<String, Map<String, Price>>();
    for (var route : config.routes().values()) {
      if (route.to() instanceof Target.Account(var account)) {
        route
            .price()
            .ifPresent(
                price ->
                    declared
                        .computeIfAbsent(account, _ -> new HashMap<>())
                        .put(route.model(), price.dated(today)));
      }
    }
    return declared;
  }

  private Desk desk(Account account, Running.Time time, RandomGenerator jitter) {
    var lane =
        new AccountLane(
            new AccountLane.Clock(time.ticker(), time.scheduler()),
            time.wall().now().toEpochMilli() * LEASES_PER_MILLI,
            alarm -> LOG.warning("account %s: %s".formatted(account.name(), alarm.message())));
    lane.limited(account.permits());
    return new Desk(
        account.name(), lane, new Desk.Money(till, prices), new Desk.Chance(time.ticker(), jitter));
  }

  /// All desks, by account.
  Map<String, Desk> all() {
    return desks;
  }

  /// What the account of a cloud route has against any call of now.
  ///
  /// @param patience how long a permit is waited for
  Optional<Plan.Bar> bar(Route route, Duration patience) {
    return route
        .account()
        .flatMap(account -> Optional.ofNullable(desks.get(account)))
        .flatMap(desk -> desk.bar(patience));
  }

  /// The money of all accounts.
  Till till() {
    return till;
  }

  @Override
  public void close() {
    reconciler.close();
    till.close();
  }
}
