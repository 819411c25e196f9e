package dev.interlock.runtime.account;

import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.Grant;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Scope;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.MoneyStore;
import dev.interlock.testkit.ManualTime;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/// A till on a real disk and manual time, whose writes run when a test says so.
final class Tills implements AutoCloseable {
  static final Scope ACCOUNT = Scope.account("openrouter");
  private static final Path UNPACKED = Path.of("target", "sqlite");

  final ManualTime time;
  final Database database;
  final MoneyStore store;
  final Till till;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  boolean diskRefuses;

  Tills(Path file, ManualTime time, Map<Scope, DailyCap> caps) {
    this.time = time;
    this.database = Database.open(file, UNPACKED, _ -> {});
    this.store = new MoneyStore(database);
    this.till = Till.open(store, new Till.Surroundings(time, time, time, this::execute), caps);
  }

  static Map<Scope, DailyCap> cap(String usd) {
    return Map.of(ACCOUNT, new DailyCap(usd(usd), ZoneOffset.UTC));
  }

  static NanoUsd usd(String dollars) {
    return NanoUsd.parse(dollars).orElseThrow();
  }

  private void execute(Runnable task) {
    if (diskRefuses) {
      throw new RejectedExecutionException("refused");
    }
    tasks.add(task);
  }

  /// Writes what is to be written.
  void write() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  /// Lets settlements come to the disk.
  void rest() {
    time.advance(Postings.REST);
    write();
  }

  /// A buyer that keeps what it is told.
  static final class Purchase implements Till.Buyer {
    private final List<String> told = new ArrayList<>();
    private Optional<Grant.Refused> refusal = Optional.empty();

    @Override
    public void reserved() {
      told.add("reserved");
    }

    @Override
    public void refused(Grant.Refused refused) {
      told.add("refused");
      refusal = Optional.of(refused);
    }

    @Override
    public void failed(String why) {
      told.add("failed: " + why);
    }

    List<String> told() {
      return told;
    }

    Grant.Refused refusal() {
      return refusal.orElseThrow();
    }
  }

  Purchase reserve(String id, String worst) {
    return reserve(id, worst, Optional.empty());
  }

  Purchase reserve(String id, String worst, Optional<String> project) {
    var purchase = new Purchase();
    till.reserve(new Charge(id, "openrouter", project, "m", usd(worst)), purchase);
    return purchase;
  }

  /// What an account or project has spent on the present day.
  NanoUsd spent(Scope scope) {
    return till.standing(scope).join().spent();
  }

  NanoUsd reserved(Scope scope) {
    return till.standing(scope).join().reserved();
  }

  /// As a killed process leaves it.
  void kill() {
    database.close();
  }

  @Override
  public void close() {
    database.close();
  }
}
