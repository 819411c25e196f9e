package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.engine.Reading;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Reads what engines say of themselves, and tells when one is another than before (design §4
/// Drift, §10).
///
/// Thread: any; reading blocks.
final class EngineWatch {
  private final Map<String, Outlet> outlets;
  private final Scheduler scheduler;
  private final Events events;
  private final Set<String> armed = ConcurrentHashMap.newKeySet();

  /// What is told of engines.
  interface Events {
    /// The route's engine told something else than before. Called on the reading thread.
    void told(String route, Reading.Told told);

    /// The route's engine is another one.
    ///
    /// @param how what changed, in one sentence
    void changed(String route, String how);

    /// It is time to read the route's engine again. Must not block.
    void due(String route);
  }

  EngineWatch(Map<String, Outlet> outlets, Scheduler scheduler, Events events) {
    this.outlets = outlets;
    this.scheduler = scheduler;
    this.events = events;
  }

  /// Reads what the route's engine says of itself now. Blocks.
  Reading read(String route) {
    var outlet = outlets.get(route);
    if (outlet == null) {
      return new Reading.Failed(Fault.DENIED, "there is no outlet for route " + route);
    }
    var before = outlet.state();
    var reading = outlet.read();
    if (reading instanceof Reading.Told told) {
      var change = before.flatMap(told.state()::changedSince);
      events.told(route, told);
      change.ifPresent(how -> events.changed(route, how));
    }
    return reading;
  }

  /// Texts go to the route: its engine is read again within [Gatekeeper#CANARY_INTERVAL].
  void traffic(String route) {
    if (armed.add(route)) {
      scheduler.after(
          Gatekeeper.CANARY_INTERVAL,
          () -> {
            armed.remove(route);
            events.due(route);
          });
    }
  }
}
