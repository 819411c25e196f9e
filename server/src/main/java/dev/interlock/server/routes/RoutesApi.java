package dev.interlock.server.routes;

import dev.interlock.core.table.TableName;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.profiles.ProfileBook;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// `GET /api/v1/routes`: the route map from the live plan, with nothing sent. Thread: any.
public final class RoutesApi {
  private final RoleBook roles;
  private final ProfileBook profiles;

  public RoutesApi(RoleBook roles, ProfileBook profiles) {
    this.roles = roles;
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
                Arrays.stream(TableName.values()).map(roles::entry),
                profiles.plans().entrySet().stream()
                    .map(plan -> roles.entry(plan.getKey(), plan.getValue())))
            .toList());
  }
}
