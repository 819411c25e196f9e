package dev.interlock.it.sim;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.core.money.Scope;
import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import dev.interlock.runtime.store.MoneyStore;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads along what is written down of money, and keeps a second set of accounts beside it: as
/// plain as can be, call by call, against what the providers billed.
final class WatchedBook implements MoneyBook {
  private final Ground ground;
  private final MoneyBook book;
  private final Map<Scope, DailyCap> caps;
  private final Map<String, Cloud> clouds = new HashMap<>();
  private final Map<String, MoneyEntry.Reserved> open = new HashMap<>();
  private final Map<Scope, Long> spent = new HashMap<>();
  private final Map<Day, Long> taken = new HashMap<>();
  private final Map<String, Long> kept = new HashMap<>();
  private final Set<String> writtenOff = new HashSet<>();

  private record Day(Scope scope, LocalDate day) {}

  /// @param caps daily budgets
  WatchedBook(Ground ground, MoneyBook book, Map<Scope, DailyCap> caps, Collection<Cloud> clouds) {
    this.ground = ground;
    this.book = book;
    this.caps = caps;
    clouds.forEach(cloud -> this.clouds.put(cloud.name(), cloud));
  }

  @Override
  public void write(List<MoneyEntry> entries) {
    book.write(entries);
    entries.forEach(this::note);
    clouds.keySet().forEach(this::covered);
  }

  private void note(MoneyEntry entry) {
    switch (entry) {
      case MoneyEntry.Reserved r -> {
        open.put(r.id(), r);
        move(r, r.worst().nanos());
        scopes(r).forEach(scope -> capped(r, scope));
      }
      case MoneyEntry.Named _ -> {}
      case MoneyEntry.Settled s -> close(s.id()).ifPresent(r -> settled(r, s.cost()));
      case MoneyEntry.Released(var id) -> close(id).ifPresent(this::released);
      case MoneyEntry.Based _ -> {}
    }
  }

  private static Stream<Scope> scopes(MoneyEntry.Reserved r) {
    return Stream.concat(
        Stream.of(Scope.account(r.account())), r.project().map(Scope::project).stream());
  }

  private Optional<MoneyEntry.Reserved> close(String id) {
    var was = Optional.ofNullable(open.remove(id));
    was.ifPresent(r -> move(r, -r.worst().nanos()));
    return was;
  }

  private void move(MoneyEntry.Reserved r, long nanos) {
    kept.merge(r.account(), nanos, Long::sum);
    scopes(r).forEach(scope -> taken.merge(day(scope, r.at()), nanos, Long::sum));
  }

  private Day day(Scope scope, Instant at) {
    var zone = caps.containsKey(scope) ? caps.get(scope).zone() : ZoneOffset.UTC;
    return new Day(scope, at.atZone(zone).toLocalDate());
  }

  private void capped(MoneyEntry.Reserved r, Scope scope) {
    long most = caps.containsKey(scope) ? caps.get(scope).amount().nanos() : Long.MAX_VALUE;
    long now = taken.getOrDefault(day(scope, r.at()), 0L);
    ground
        .verdict()
        .check(now <= most, Rule.CAP, () -> "%s has %d of %d granted".formatted(scope, now, most));
  }

  private void settled(MoneyEntry.Reserved r, Optional<Cost> cost) {
    long nanos = cost.map(Cost::amount).map(NanoUsd::nanos).orElse(0L);
    move(r, nanos);
    scopes(r).forEach(scope -> spent.merge(scope, nanos, Long::sum));
    var billed = cloud(r.account()).bill(r.id());
    boolean estimate = cost.map(c -> c.basis() == Cost.Basis.ESTIMATE).orElse(false);
    if (estimate) {
      writtenOff.add(r.id());
      ground
          .verdict()
          .check(
              nanos == r.worst().nanos() && nanos >= billed.map(NanoUsd::nanos).orElse(0L),
              Rule.LEDGER,
              () -> "call %s is written off at %d, billed %s".formatted(r.id(), nanos, billed));
    } else {
      ground
          .verdict()
          .check(
              billed.map(b -> b.nanos() == nanos).orElse(false),
              Rule.LEDGER,
              () -> "call %s is settled at %d, billed %s".formatted(r.id(), nanos, billed));
    }
  }

  private void released(MoneyEntry.Reserved r) {
    var billed = cloud(r.account()).bill(r.id()).map(NanoUsd::nanos).orElse(0L);
    ground
        .verdict()
        .check(
            billed == 0,
            Rule.LEDGER,
            () -> "call %s is released, billed %d".formatted(r.id(), billed));
  }

  private Cloud cloud(String account) {
    return Optional.ofNullable(clouds.get(account)).orElseThrow();
  }

  /// What is settled and what is set aside, together, are never less than what was billed.
  void covered(String account) {
    long all = kept.getOrDefault(account, 0L);
    long billed = cloud(account).billed();
    ground
        .verdict()
        .check(
            all >= billed,
            Rule.LEDGER,
            () -> "%s: %d kept, %d billed".formatted(account, all, billed));
  }

  /// The book's own sums are those of its entries.
  void agrees() {
    var sums = new HashMap<Scope, Long>();
    book.spentSince(Instant.EPOCH)
        .forEach(s -> sums.merge(s.scope(), s.amount().nanos(), Long::sum));
    for (var scope : spent.keySet()) {
      long own = spent.getOrDefault(scope, 0L);
      long told = sums.getOrDefault(scope, 0L);
      ground
          .verdict()
          .check(
              own == told,
              Rule.LEDGER,
              () -> "%s has spent %d, the book says %d".formatted(scope, own, told));
    }
  }

  /// At the end: nothing is open, and what is kept is what was billed, but for what was written off
  /// at the most that it can have cost.
  void closed() {
    ground
        .verdict()
        .check(
            open.isEmpty(), Rule.DRAIN, () -> "calls are not settled: %s".formatted(open.keySet()));
    agrees();
    if (writtenOff.isEmpty()) {
      clouds.forEach(
          (name, cloud) ->
              ground
                  .verdict()
                  .check(
                      kept.getOrDefault(name, 0L) == cloud.billed(),
                      Rule.LEDGER,
                      () ->
                          "%s: %d kept, %d billed"
                              .formatted(name, kept.getOrDefault(name, 0L), cloud.billed())));
    }
  }

  int writtenOff() {
    return writtenOff.size();
  }

  @Override
  public List<MoneyStore.Unsettled> unsettled() {
    return book.unsettled();
  }

  @Override
  public List<MoneyStore.Spent> spentSince(Instant since) {
    return book.spentSince(since);
  }

  @Override
  public Map<String, Residue.Base> bases() {
    return book.bases();
  }
}
