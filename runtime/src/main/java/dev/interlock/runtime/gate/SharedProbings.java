package dev.interlock.runtime.gate;

import dev.interlock.core.role.Role;
import dev.interlock.runtime.egress.Outlet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// Whole measurements. Two tables that ask a route the same share the answers while they are on
/// their way.
///
/// Thread: any; blocks.
final class SharedProbings {
  private final Map<Map.Entry<String, Prober.Errand>, CompletableFuture<Probing>> underWay =
      new ConcurrentHashMap<>();
  private final Prober prober;

  SharedProbings(Prober prober) {
    this.prober = prober;
  }

  Probing measure(Outlet outlet, Prober.Errand errand, Role role) {
    var mine = new CompletableFuture<Probing>();
    var key = Map.entry(outlet.route().name(), errand);
    var others = underWay.putIfAbsent(key, mine);
    if (others != null) {
      return others.join();
    }
    try {
      mine.complete(prober.measure(outlet, errand, role));
    } catch (RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      underWay.remove(key);
    }
    return mine.join();
  }
}
