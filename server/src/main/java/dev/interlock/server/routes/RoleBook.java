package dev.interlock.server.routes;

import dev.interlock.core.money.Price;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.space.Space;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.Gatekeeper;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The embedding roles, and where their routes stand now. Thread: any; nothing is sent.
public final class RoleBook {
  private final PerTable<RolePlan> plans;
  private final Gatekeeper gatekeeper;
  private final Mapping mapping;

  /// @param plans as the file has them; where engines really stand is the gate's to know
  /// @param prices what a route's model costs now; empty where nobody knows
  public RoleBook(
      PerTable<RolePlan> plans, Gatekeeper gatekeeper, Function<Route, Optional<Price>> prices) {
    this.plans = plans;
    this.gatekeeper = gatekeeper;
    this.mapping = new Mapping(prices);
  }

  /// Names of the roles.
  public List<String> names() {
    return Arrays.stream(TableName.values()).map(table -> table.role().word()).toList();
  }

  /// What a call of a route costs: `free` for a local one, a cloud's by the million tokens,
  /// `unpriced` where nobody knows.
  public String price(Route route) {
    return mapping.price(route);
  }

  /// The role of that name; empty if none is called so.
  public Optional<ExplainedRole> explained(String name) {
    return Arrays.stream(TableName.values())
        .filter(table -> table.role().word().equals(name))
        .findFirst()
        .map(this::explained);
  }

  private ExplainedRole explained(TableName table) {
    return ExplainedRole.of(
        entry(table),
        new ExplainedRole.Facts(
            table,
            plans.get(table),
            gatekeeper.matrix(table),
            gatekeeper.space(table).map(Space::label)),
        gatekeeper.reference(table));
  }

  /// The role's entry of the route map.
  RouteMap.Entry entry(TableName table) {
    return mapping.role(table, plans.get(table), gatekeeper.matrix(table));
  }

  /// The entry of a profile, or of a role that makes single calls.
  RouteMap.Entry entry(Profile profile, Plan plan) {
    return mapping.profile(profile, plan);
  }
}
