package dev.interlock.server.gateway;

import dev.interlock.core.ledger.Ledger;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.http.Json;
import dev.interlock.server.profiles.ProfileBook;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What all exchanges share. Owner thread: the event loop.
final class GatewayParts {
  private final ProfileBook profiles;
  private final Map<String, Upstream> upstreams;
  private final Map<String, Desk> desks;
  private final Map<String, byte[]> models = new HashMap<>();
  private final Ledger ledger;
  private final Sweep sweep;

  GatewayParts(ChatGateway.Setup setup) {
    this.profiles = setup.profiles();
    this.upstreams = Map.copyOf(setup.upstreams());
    this.desks = setup.desks();
    this.ledger = setup.ledger();
    this.sweep = new Sweep(time().ticker(), time().scheduler());
    profiles.all().stream()
        .flatMap(profile -> profile.tiers().stream())
        .flatMap(tier -> tier.routes().stream())
        .forEach(route -> models.put(route.name(), Json.bytes(route.model())));
  }

  ProfileBook profiles() {
    return profiles;
  }

  Upstream upstream(Route route) {
    return Optional.ofNullable(upstreams.get(route.name()))
        .orElseThrow(() -> new IllegalStateException("no upstream for route " + route.name()));
  }

  /// Where calls on the route's account get leave; empty for a route without one.
  Optional<Desk> desk(Route route) {
    return route
        .account()
        .map(
            account ->
                Optional.ofNullable(desks.get(account))
                    .orElseThrow(() -> new IllegalStateException("no account " + account)));
  }

  /// The route's model as JSON.
  byte[] model(Route route) {
    return Optional.ofNullable(models.get(route.name()))
        .orElseThrow(() -> new IllegalStateException("unknown route " + route.name()));
  }

  ProfileBook.Time time() {
    return profiles.time();
  }

  Ledger ledger() {
    return ledger;
  }

  Sweep sweep() {
    return sweep;
  }
}
