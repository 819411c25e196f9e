package dev.interlock.core.route;

import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// What a role is made of: its policy and its routes, in the order of the file (A1, A2).
///
/// @param role the role
/// @param policy where its work may run
/// @param routes the routes that the file names
/// @param dimension the width that the file asks for, where it does
/// @param documentPrefix put before a row's text
/// @param queryPrefix put before a query
public record RolePlan(
    Role role,
    Policy policy,
    List<Route> routes,
    OptionalInt dimension,
    String documentPrefix,
    String queryPrefix) {
  public RolePlan {
    routes = List.copyOf(routes);
  }

  /// The plan with one route's engine found to stand somewhere else.
  public RolePlan placed(String route, Placement placement) {
    return new RolePlan(
        role,
        policy,
        routes.stream().map(r -> r.name().equals(route) ? r.at(placement) : r).toList(),
        dimension,
        documentPrefix,
        queryPrefix);
  }

  /// The routes that the policy lets serve, best first: local before cloud, except that nothing
  /// else than cloud serves under `cloud`, and nothing else than local under `local`.
  public List<Route> allowed() {
    return switch (policy) {
      case LOCAL -> of(Placement.LOCAL);
      case CLOUD -> of(Placement.CLOUD);
      case AGGREGATE, BACKUP ->
          routes.stream().sorted(Comparator.comparing(Route::placement)).toList();
    };
  }

  /// The routes that serve, of those that are able to, best first: under `backup` the cloud only
  /// while no local route can (A2).
  public List<Route> serving(Predicate<Route> able) {
    var ready = allowed().stream().filter(able).toList();
    var local = ready.stream().filter(r -> r.placement() == Placement.LOCAL).toList();
    return policy == Policy.BACKUP && !local.isEmpty() ? local : ready;
  }

  /// Who builds an empty table: the first local route, under `cloud` the first cloud route by name
  /// (A4).
  public Optional<Route> builder() {
    return switch (policy) {
      case LOCAL, AGGREGATE, BACKUP -> of(Placement.LOCAL).stream().findFirst();
      case CLOUD -> of(Placement.CLOUD).stream().min(Comparator.comparing(Route::name));
    };
  }

  /// Whether a sole provider, with no peer to compare it with, serves the role: coverage is reduced
  /// (A5). Routes to one upstream provider are one provider: that it agrees with itself says
  /// nothing.
  public boolean reducedCoverage() {
    return policy == Policy.CLOUD
        && of(Placement.CLOUD).stream().map(Route::pin).distinct().count() == 1;
  }

  private List<Route> of(Placement placement) {
    return routes.stream().filter(r -> r.placement() == placement).toList();
  }
}
