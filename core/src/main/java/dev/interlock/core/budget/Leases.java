package dev.interlock.core.budget;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// Permits that are out, at the most [Ceiling#HARD]. Each step of the budget asks which of them
/// ends first, so they are kept in that order too.
///
/// Thread: the account's lane.
final class Leases {
  private final Map<Long, Lease> out = new HashMap<>();
  private final NavigableSet<Lease> byEnd = new TreeSet<>(Leases::byEnd);
  private long next;
  private int bulk;

  /// @param first the first lease's id
  Leases(long first) {
    this.next = first;
  }

  private static int byEnd(Lease one, Lease other) {
    long apart = one.expiresNanos() - other.expiresNanos();
    return apart != 0 ? Long.signum(apart) : Long.compare(one.id(), other.id());
  }

  Lease give(Ask ask, long nowNanos) {
    var lease =
        new Lease(
            next++, ask.holder(), ask.project(), ask.use(), nowNanos, nowNanos + ask.termNanos());
    out.put(lease.id(), lease);
    byEnd.add(lease);
    bulk += lease.use() == Use.BULK ? 1 : 0;
    return lease;
  }

  /// Takes a lease back, if it is out.
  Optional<Lease> takeBack(long id) {
    var lease = Optional.ofNullable(out.remove(id));
    lease.ifPresent(byEnd::remove);
    bulk -= lease.filter(l -> l.use() == Use.BULK).isPresent() ? 1 : 0;
    return lease;
  }

  void renew(long id, long untilNanos) {
    out.computeIfPresent(
        id,
        (_, lease) -> {
          var longer = lease.until(untilNanos);
          byEnd.remove(lease);
          byEnd.add(longer);
          return longer;
        });
  }

  /// Takes back all that have expired, by their ids.
  List<Lease> takeExpired(long nowNanos) {
    if (byEnd.isEmpty() || !Ticks.reached(byEnd.first().expiresNanos(), nowNanos)) {
      return List.of();
    }
    var expired = new ArrayList<Lease>();
    while (!byEnd.isEmpty() && Ticks.reached(byEnd.first().expiresNanos(), nowNanos)) {
      var lease = byEnd.first();
      expired.add(lease);
      takeBack(lease.id());
    }
    expired.sort((a, b) -> Long.compare(a.id(), b.id()));
    return expired;
  }

  OptionalLong firstExpiry() {
    return byEnd.isEmpty() ? OptionalLong.empty() : OptionalLong.of(byEnd.first().expiresNanos());
  }

  int size() {
    return out.size();
  }

  int bulk() {
    return bulk;
  }
}
