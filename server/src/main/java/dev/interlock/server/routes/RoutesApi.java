package dev.interlock.server.routes;

import dev.interlock.core.route.RolePlan;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.profiles.ProfileBook;
import dev.interlock.server.routes.RouteMap.Entry;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// `GET /api/v1/routes`: the route map from the live plan, with nothing sent. Thread: any.
public final class RoutesApi {
  private final PerTable<RolePlan> roles;
  private final Gatekeeper gatekeeper;
  private final ProfileBook profiles;

  /// @param roles the plans as the file has them; where engines really stand is the gate's to know
  public RoutesApi(PerTable<RolePlan> roles, Gatekeeper gatekeeper, ProfileBook profiles) {
    this.roles = roles;
    this.gatekeeper = gatekeeper;
    this.profiles = profiles;
  }

  /// What it answers.
  public List<Endpoint> endpoints() {
    return List.of(
        new Endpoint("GET", "/api/v1/routes", Access.OPEN, _ -> Answer.json(200, map())));
  }

  /// The map now.
  RouteMap map() {
    return new RouteMap(
        Stream.concat(
                Arrays.stream(TableName.values()).map(this::role),
                profiles.plans().entrySet().stream()
                    .map(plan -> Mapping.profile(plan.getKey(), plan.getValue())))
            .toList());
  }

  private Entry role(TableName table) {
    return Mapping.role(table, roles.get(table), gatekeeper.matrix(table));
  }
}
