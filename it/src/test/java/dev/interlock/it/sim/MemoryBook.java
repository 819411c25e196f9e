package dev.interlock.it.sim;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.core.money.Scope;
import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import dev.interlock.runtime.store.MoneyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A book of money without a disk, which keeps what the real one keeps: [MoneyBookTest] holds both
/// to the same histories. What is written survives a restart of the server.
final class MemoryBook implements MoneyBook {
  private static final long QUARTER = Duration.ofMinutes(15).toSeconds();

  private final Map<String, MoneyStore.Unsettled> open = new LinkedHashMap<>();
  private final Map<Place, Sum> sums = new HashMap<>();
  private final Map<String, Residue.Base> bases = new HashMap<>();
  private final HashSet<String> settled = new HashSet<>();

  private record Place(Scope scope, long quarter) {}

  private record Sum(NanoUsd spent, long calls, long unpriced) {
    Sum plus(Sum other) {
      return new Sum(spent.plus(other.spent), calls + other.calls, unpriced + other.unpriced);
    }
  }

  @Override
  public void write(List<MoneyEntry> entries) {
    for (var entry : entries) {
      if (entry instanceof MoneyEntry.Reserved r
          && (open.containsKey(r.id()) || settled.contains(r.id()))) {
        throw new IllegalStateException("call %s was reserved before".formatted(r.id()));
      }
    }
    entries.forEach(this::write);
  }

  private void write(MoneyEntry entry) {
    switch (entry) {
      case MoneyEntry.Reserved r -> open.put(r.id(), new MoneyStore.Unsettled(r, Optional.empty()));
      case MoneyEntry.Named(var id, var generation) ->
          open.computeIfPresent(
              id, (_, was) -> new MoneyStore.Unsettled(was.reserved(), Optional.of(generation)));
      case MoneyEntry.Settled s ->
          Optional.ofNullable(open.remove(s.id()))
              .ifPresent(was -> settle(was.reserved(), s.cost()));
      case MoneyEntry.Released(var id) -> open.remove(id);
      case MoneyEntry.Based(var account, var base) ->
          base.ifPresentOrElse(b -> bases.put(account, b), () -> bases.remove(account));
    }
  }

  private void settle(MoneyEntry.Reserved reserved, Optional<Cost> cost) {
    settled.add(reserved.id());
    var sum = new Sum(cost.map(Cost::amount).orElse(NanoUsd.ZERO), 1, cost.isPresent() ? 0 : 1);
    bases.computeIfPresent(reserved.account(), (_, base) -> base.plus(sum.spent()));
    long quarter = Math.floorDiv(reserved.at().getEpochSecond(), QUARTER);
    Stream.concat(
            Stream.of(Scope.account(reserved.account())),
            reserved.project().map(Scope::project).stream())
        .forEach(scope -> sums.merge(new Place(scope, quarter), sum, Sum::plus));
  }

  @Override
  public Map<String, Residue.Base> bases() {
    return Map.copyOf(bases);
  }

  @Override
  public List<MoneyStore.Unsettled> unsettled() {
    return open.values().stream()
        .sorted(
            Comparator.comparing((MoneyStore.Unsettled u) -> u.reserved().at())
                .thenComparing(u -> u.reserved().id()))
        .toList();
  }

  @Override
  public List<MoneyStore.Spent> spentSince(Instant since) {
    long from = Math.floorDiv(since.getEpochSecond(), QUARTER);
    return sums.entrySet().stream()
        .filter(sum -> sum.getKey().quarter() >= from)
        .map(
            sum ->
                new MoneyStore.Spent(
                    sum.getKey().scope(),
                    Instant.ofEpochSecond(sum.getKey().quarter() * QUARTER),
                    sum.getValue().spent(),
                    sum.getValue().calls(),
                    sum.getValue().unpriced()))
        .sorted(
            Comparator.comparing(MoneyStore.Spent::from)
                .thenComparing(s -> s.scope().kind().word())
                .thenComparing(s -> s.scope().name()))
        .toList();
  }
}
