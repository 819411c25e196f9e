package dev.interlock.app.config;

import dev.interlock.core.role.Policy;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.OptionalInt;

/// What the policy and the routes of one embedding role may be together (A2, A4, A7).
final class RoleRules {
  private final Named<HostConfig> hosts;
  private final Named<RouteConfig> routes;

  RoleRules(Named<HostConfig> hosts, Named<RouteConfig> routes) {
    this.hosts = hosts;
    this.routes = routes;
  }

  private enum Kind {
    LOCAL,
    CLOUD,
    /// Its own section is wrong, which has been said.
    UNKNOWN
  }

  void check(Section role, Policy policy, List<NamedRoute> named) {
    named.forEach(this::needsPin);
    var kinds = named.stream().map(route -> kind(route.name())).toList();
    if (kinds.isEmpty() || kinds.contains(Kind.UNKNOWN)) {
      return;
    }
    switch (policy) {
      case LOCAL -> onlyOf(Kind.LOCAL, role, policy, named);
      case CLOUD -> onlyOf(Kind.CLOUD, role, policy, named);
      case AGGREGATE, BACKUP -> needsReference(role, policy, kinds);
    }
    embeddedBuilds(policy, named, kinds);
  }

  /// A cloud route without a pin fails closed: any provider might answer, each in its own space.
  private void needsPin(NamedRoute route) {
    boolean pinned = routes.value(route.name()).flatMap(RouteConfig::pin).isPresent();
    if (kind(route.name()) == Kind.CLOUD && !pinned) {
      route
          .at()
          .refuse(
              "leads to a cloud and names no upstream provider: give the route a pin", List.of());
    }
  }

  private void onlyOf(Kind kind, Section role, Policy policy, List<NamedRoute> named) {
    var excluded = named.stream().filter(route -> kind(route.name()) != kind).toList();
    if (excluded.size() == named.size()) {
      role.problems()
          .add(
              role.placeOf("policy"),
              policy.word(),
              "leaves this role no route that may serve: every one it names is "
                  + (kind == Kind.LOCAL ? "cloud" : "local"),
              List.of());
    } else {
      excluded.forEach(r -> r.at().warn("policy " + policy.word() + " never uses " + r.name()));
    }
  }

  private static void needsReference(Section role, Policy policy, List<Kind> kinds) {
    if (!kinds.contains(Kind.LOCAL)) {
      role.problems()
          .warn(
              role.placeOf("routes"),
              "no local route: under %s only one builds an empty table; take policy cloud"
                  .formatted(policy.word()));
    }
  }

  /// The first local route builds an empty table, and the embedded encoder serves only tables that
  /// it built.
  private static void embeddedBuilds(Policy policy, List<NamedRoute> named, List<Kind> kinds) {
    var firstLocal = kinds.indexOf(Kind.LOCAL);
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

  private Kind kind(String route) {
    if (route.equals(Route.EMBEDDED)) {
      return Kind.LOCAL;
    }
    return routes
        .value(route)
        .map(
            config ->
                switch (config.to()) {
                  case Target.Host(var name) -> kindOfHost(name);
                  case Target.Account _ -> Kind.CLOUD;
                })
        .orElse(Kind.UNKNOWN);
  }

  private Kind kindOfHost(String name) {
    return hosts
        .value(name)
        .map(host -> host.cloud() ? Kind.CLOUD : Kind.LOCAL)
        .orElse(Kind.UNKNOWN);
  }
}
