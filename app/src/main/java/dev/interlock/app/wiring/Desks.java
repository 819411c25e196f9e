package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.Target;
import dev.interlock.core.account.Account;
import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Scope;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.account.Prices;
import dev.interlock.runtime.account.Reconciler;
import dev.interlock.runtime.account.Till;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.MoneyStore;
import dev.interlock.server.accounts.AccountDesk;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/// The accounts at work: a budget and a desk for each, and one till for all.
final class Desks implements AccountDesk.Money, AutoCloseable {
  private final Map<String, Desk> desks = new LinkedHashMap<>();
  private final MoneyStore store;
  private final Till till;
  private final Prices prices;
  private final Map<String, Account> accounts;
  private final Running.Time time;
  private final Desk.Chance chance;
  private final MoneySweep sweep;
  private Optional<Reconciler> reconciler = Optional.empty();

  /// Opens the till; desks come with [#serve].
  ///
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses
  Desks(Config config, Database database, Running.Time time, Executor threads) {
    this.accounts = config.accountsByName();
    this.time = time;
    this.store = new MoneyStore(database);
    store.declare(balances(), time.wall().now());
    this.till =
        Till.open(
            store,
            new Till.Surroundings(time.wall(), time.ticker(), time.scheduler(), threads),
            caps(config));
    this.prices = new Prices(store, accounts.keySet(), declared(config, time));
    this.sweep = new MoneySweep(store, time, threads, config.ledger().keep());
    this.chance = new Desk.Chance(time.ticker(), new SecureRandom());
  }

  /// Days of providers begin at midnight UTC (wire-formats §2.8), and so do ours.
  private static Map<Scope, DailyCap> caps(Config config) {
    var caps = new HashMap<Scope, DailyCap>();
    config
        .accountsByName()
        .forEach((name, account) -> cap(caps, Scope.account(name), account.daily()));
    config
        .projects()
        .forEach((name, project) -> cap(caps, Scope.project(name), project.dailyUsd()));
    return caps;
  }

  private static void cap(Map<Scope, DailyCap> caps, Scope scope, Optional<NanoUsd> daily) {
    daily.ifPresent(amount -> caps.put(scope, new DailyCap(amount, ZoneOffset.UTC)));
  }

  private Map<String, NanoUsd> balances() {
    var declared = new HashMap<String, NanoUsd>();
    accounts.forEach(
        (name, account) -> account.declared().ifPresent(usd -> declared.put(name, usd)));
    return declared;
  }

  private static Map<String, Prices.Declared> declared(Config config, Running.Time time) {
    var today = LocalDate.ofInstant(time.wall().now(), ZoneOffset.UTC);
    var declared = new HashMap<String, Prices.Declared>();
    for (var route : config.routes().values()) {
      if (route.to() instanceof Target.Account(var account)) {
        var own =
            declared.computeIfAbsent(
                account, _ -> new Prices.Declared(new HashMap<>(), new HashMap<>()));
        route.price().ifPresent(price -> own.prices().put(route.model(), price.dated(today)));
        route
            .maxCompletionTokens()
            .ifPresent(most -> own.mostWritten().merge(route.model(), (long) most, Math::max));
      }
    }
    return declared;
  }

  /// Makes a desk for each account, and finds out what lost calls have cost from then on.
  ///
  /// @param permits of an account
  void serve(Function<String, Permits> permits, Reconciler.Records records) {
    accounts.forEach(
        (name, account) -> {
          var money = new Desk.Money(till, prices, account.kind().keepsRecords());
          desks.put(name, new Desk(name, permits.apply(name), money, chance));
        });
    var reconciling = new Reconciler(till, records, time.ticker(), time.scheduler());
    reconciling.start();
    sweep.start();
    reconciler = Optional.of(reconciling);
  }

  /// A person decided what may be spent on a day.
  void capped(String account, Optional<NanoUsd> daily) {
    till.cap(Scope.account(account), daily.map(amount -> new DailyCap(amount, ZoneOffset.UTC)));
  }

  @Override
  public Optional<NanoUsd> left(String account) {
    return store.left(account);
  }

  @Override
  public NanoUsd settled(String account) {
    return till.settled(account);
  }

  /// What models cost.
  Prices prices() {
    return prices;
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

  /// That nothing of the day of a route's account is left; empty where something is.
  Optional<Plan.Bar> spent(Route route) {
    return route
        .account()
        .flatMap(account -> Optional.ofNullable(desks.get(account)))
        .flatMap(Desk::spent);
  }

  /// The money of all accounts.
  Till till() {
    return till;
  }

  @Override
  public void close() {
    sweep.close();
    reconciler.ifPresent(Reconciler::close);
    till.close();
  }
}
