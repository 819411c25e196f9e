package dev.interlock.app.config;

import dev.interlock.core.role.Policy;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What the policy and the routes of one role may be together (A2, A4, A7).
final class RoleRules {
  private final Named<HostConfig> hosts;
  private final Named<RouteConfig> routes;

  RoleRules(Named<HostConfig> hosts, Named<RouteConfig> routes) {
    this.hosts = hosts;
    this.routes = routes;
  }

  /// Of a role that makes single calls: it needs neither a pin nor a reference.
  void checkCalls(Section role, Policy policy, List<NamedRoute> named) {
    if (!named.isEmpty() && named.stream().allMatch(r -> placement(r.name()).isPresent())) {
      switch (policy) {
        case LOCAL -> onlyOf(Placement.LOCAL, role, policy, named);
        case CLOUD -> onlyOf(Placement.CLOUD, role, policy, named);
        case AGGREGATE, BACKUP -> {}
      }
    }
  }

  /// Of an embedding role.
  void check(Section role, Policy policy, List<NamedRoute> named) {
    named.forEach(this::needsPin);
    var places = named.stream().map(route -> placement(route.name())).toList();
    if (places.isEmpty() || places.contains(Optional.<Placement>empty())) {
      return;
    }
    switch (policy) {
      case LOCAL -> onlyOf(Placement.LOCAL, role, policy, named);
      case CLOUD -> onlyOf(Placement.CLOUD, role, policy, named);
      case AGGREGATE, BACKUP -> needsReference(role, policy, places);
    }
    embeddedBuilds(policy, named, places);
  }

  /// A cloud route without a pin fails closed: any provider might answer, each in its own space.
  private void needsPin(NamedRoute route) {
    boolean pinned = routes.value(route.name()).flatMap(RouteConfig::pin).isPresent();
    if (is(Placement.CLOUD, route) && !pinned) {
      route
          .at()
          .refuse(
              "leads to a cloud and names no upstream provider: give the route a pin", List.of());
    }
  }

  private void onlyOf(Placement placement, Section role, Policy policy, List<NamedRoute> named) {
    var excluded = named.stream().filter(route -> !is(placement, route)).toList();
    if (excluded.size() == named.size()) {
      role.problems()
          .add(
              role.placeOf("policy"),
              policy.word(),
              "leaves this role no route that may serve: every one it names is "
                  + (placement == Placement.LOCAL ? "cloud" : "local"),
              List.of());
    } else {
      excluded.forEach(r -> r.at().warn("policy " + policy.word() + " never uses " + r.name()));
    }
  }

  private static void needsReference(
      Section role, Policy policy, List<Optional<Placement>> places) {
    if (!places.contains(Optional.of(Placement.LOCAL))) {
      role.problems()
          .warn(
              role.placeOf("routes"),
              "no local route: under %s only one builds an empty table; take policy cloud"
                  .formatted(policy.word()));
    }
  }

  /// The first local route builds an empty table, and the embedded encoder serves only tables that
  /// it built.
  private static void embeddedBuilds(
      Policy policy, List<NamedRoute> named, List<Optional<Placement>> places) {
    var firstLocal = places.indexOf(Optional.of(Placement.LOCAL));
    named.stream()
        .filter(route -> route.name().equals(Route.EMBEDDED))
        .filter(route -> policy != Policy.CLOUD && named.indexOf(route) > firstLocal)
        .forEach(
            route ->
                route.at().warn("the embedded encoder serves only tables it built: name it first"));
  }

  static void checkWidth(Section role, OptionalInt width, List<NamedRoute> named) {
    boolean embedded = named.stream().anyMatch(route -> route.name().equals(Route.EMBEDDED));
    if (embedded && width.isPresent() && width.getAsInt() != EmbeddedRoute.DIMENSION) {
      role.field("dimension")
          .ifPresent(
              field ->
                  field.refuse(
                      "is not the width of the embedded encoder that this role names",
                      List.of(String.valueOf(EmbeddedRoute.DIMENSION))));
    }
  }

  private boolean is(Placement placement, NamedRoute route) {
    return placement(route.name()).equals(Optional.of(placement));
  }

  /// Empty where its own section is wrong, which has been said.
  private Optional<Placement> placement(String route) {
    if (route.equals(Route.EMBEDDED)) {
      return Optional.of(Placement.LOCAL);
    }
    return DefaultRoutes.named(route)
        .or(() -> routes.value(route))
        .flatMap(
            config ->
                switch (config.to()) {
                  case Target.Host(var name) -> placementOf(name);
                  case Target.Account _ -> Optional.of(Placement.CLOUD);
                });
  }

  private Optional<Placement> placementOf(String host) {
    return hosts.value(host).map(h -> h.cloud() ? Placement.CLOUD : Placement.LOCAL);
  }
}
