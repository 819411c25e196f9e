package dev.interlock.app.config;

import dev.interlock.core.profile.Profile;
import dev.interlock.core.profile.Tier;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the file says, or the embedded defaults without one. No secret stands in it, and nothing in
/// it moves or turns off the gate (A3).
///
/// @param server where the server listens
/// @param index what an index job takes
/// @param ledger how long rows of calls are kept
/// @param hosts engines by URL, by name, in the file's order
/// @param routes ways to those engines, by name, in the file's order; `embedded` is never among
///   them
/// @param roles what each role may use; a role that is absent has no route at all
/// @param profiles what serves each job, by the name that callers ask for, in the file's order
public record Config(
    ServerConfig server,
    IndexConfig index,
    LedgerConfig ledger,
    Map<String, HostConfig> hosts,
    Map<String, RouteConfig> routes,
    Map<Role, RoleConfig> roles,
    Map<String, ProfileConfig> profiles) {

  public Config {
    hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
    routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
    var byRole = new EnumMap<Role, RoleConfig>(Role.class);
    byRole.putAll(roles);
    roles = Collections.unmodifiableMap(byRole);
    profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
  }

  /// The settings without a file: both embedding roles on the embedded encoder, loopback only.
  public static Config defaults() {
    return new Config(
        ServerConfig.defaults(),
        IndexConfig.defaults(),
        LedgerConfig.defaults(),
        Map.of(),
        Map.of(),
        embeddedRoles(),
        Map.of());
  }

  /// Reads a file. Never throws for what a person can get wrong: that is [Loaded.Bad].
  public static Loaded load(Path file) {
    return ConfigReader.load(file);
  }

  /// The routes that a role names, in the file's order, whatever its policy does with them; empty
  /// for a role that is not configured.
  public List<Route> routesOf(Role role) {
    return Optional.ofNullable(roles.get(role)).map(RoleConfig::routes).orElse(List.of()).stream()
        .map(this::route)
        .toList();
  }

  /// By which API the host of a route, which isn't the embedded one, is asked for chats.
  public ChatApi chatApi(String route) {
    return named(hosts, named(routes, route).host()).chat();
  }

  /// The profiles with their routes, by name, in the file's order.
  public Map<String, Profile> profilesByName() {
    var all = new LinkedHashMap<String, Profile>();
    profiles.forEach(
        (name, profile) ->
            all.put(
                name,
                new Profile(
                    name,
                    profile.kind(),
                    profile.tiers().stream()
                        .map(tier -> new Tier(tier.stream().map(this::route).toList()))
                        .toList(),
                    profile.delivery(),
                    profile.patience())));
    return all;
  }

  private Route route(String name) {
    if (name.equals(Route.EMBEDDED)) {
      return EmbeddedRoute.ROUTE;
    }
    var route = named(routes, name);
    var host = named(hosts, route.host());
    return new Route(
        name,
        new Engine(
            host.cloud() ? Placement.CLOUD : Placement.LOCAL,
            host.dialect(),
            host.url().toString()),
        route.model(),
        route.accept(),
        route.pin(),
        new Capacity(route.maxTokens(), route.maxBatch(), route.concurrency()));
  }

  private static <T> T named(Map<String, T> all, String name) {
    return Optional.ofNullable(all.get(name))
        .orElseThrow(() -> new IllegalArgumentException("nothing is named " + name));
  }

  static Map<Role, RoleConfig> embeddedRoles() {
    var embedded = RoleConfig.of(Policy.AGGREGATE, List.of(Route.EMBEDDED));
    return Map.of(Role.CODE_EMBEDDING, embedded, Role.TEXT_EMBEDDING, embedded);
  }
}
