package dev.interlock.core.budget;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Permits that are out, at the most [Ceiling#HARD].
///
/// Thread: the account's lane.
final class Leases {
  private final Map<Long, Lease> out = new HashMap<>();
  private long next;
  private int bulk;

  /// @param first the first lease's id
  Leases(long first) {
    this.next = first;
  }

  Lease give(Ask ask, long nowNanos) {
    var lease =
        new Lease(
            next++, ask.holder(), ask.project(), ask.use(), nowNanos, nowNanos + ask.termNanos());
    out.put(lease.id(), lease);
    bulk += lease.use() == Use.BULK ? 1 : 0;
    return lease;
  }

  /// Takes a lease back, if it is out.
  Optional<Lease> takeBack(long id) {
    var lease = Optional.ofNullable(out.remove(id));
    bulk -= lease.filter(l -> l.use() == Use.BULK).isPresent() ? 1 : 0;
    return lease;
  }

  void renew(long id, long untilNanos) {
    out.computeIfPresent(id, (_, lease) -> lease.until(untilNanos));
  }

  /// Takes back all that have expired, by their ids.
  List<Lease> takeExpired(long nowNanos) {
    var expired = new ArrayList<Lease>();
    for (var lease : List.copyOf(out.values())) {
      if (Ticks.reached(lease.expiresNanos(), nowNanos)) {
        expired.add(lease);
        takeBack(lease.id());
      }
    }
    expired.sort((a, b) -> Long.compare(a.id(), b.id()));
    return expired;
  }

  OptionalLong firstExpiry() {
    var first = out.values().stream().mapToLong(Lease::expiresNanos).reduce(Ticks::earlier);
    return first;
  }

  int size() {
    return out.size();
  }

  int bulk() {
    return bulk;
  }
}
