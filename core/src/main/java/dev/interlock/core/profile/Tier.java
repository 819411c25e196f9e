package dev.interlock.core.profile;

import dev.interlock.core.route.Route;
import java.util.List;

/// A step of a profile's list.
///
/// @param routes in order, the first is preferred
public record Tier(List<Route> routes) {
  public Tier {
    routes = List.copyOf(routes);
  }
}
