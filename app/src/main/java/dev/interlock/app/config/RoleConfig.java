package dev.interlock.app.config;

import dev.interlock.core.role.Policy;
import java.util.List;
import java.util.OptionalInt;

/// What serves a role.
///
/// @param policy where its work may run
/// @param routes route names in order, at least one, none twice; `embedded` is built in
/// @param dimension components of its table's vectors; empty takes what the builder returns
/// @param queryPrefix put before a query, as it stands
/// @param documentPrefix put before a stored text, as it stands
public record RoleConfig(
    Policy policy,
    List<String> routes,
    OptionalInt dimension,
    String queryPrefix,
    String documentPrefix) {

  public RoleConfig {
    routes = List.copyOf(routes);
  }

  /// The role without prefixes, its width taken from the builder.
  static RoleConfig of(Policy policy, List<String> routes) {
    return new RoleConfig(policy, routes, OptionalInt.empty(), "", "");
  }
}
