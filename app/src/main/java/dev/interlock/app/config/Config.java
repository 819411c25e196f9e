package dev.interlock.app.config;

import dev.interlock.core.account.Account;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.profile.Tier;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.net.URI;
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
/// @param webhook who is told of alarms beside the log
/// @param hosts engines by URL, by name, in the file's order
/// @param accounts cloud accounts, by name, in the file's order
/// @param projects what each may use of the accounts, by name
/// @param routes ways to those, by name, in the file's order; `embedded` is never among them
/// @param roles what each embedding role may use; one that is absent has no route at all
/// @param callRoles what each role that makes single calls may use; one that is absent can't be
///   asked for
/// @param profiles what serves each job, by the name that callers ask for, in the file's order
public record Config(
    ServerConfig server,
    IndexConfig index,
    LedgerConfig ledger,
    Optional<URI> webhook,
    Map<String, HostConfig> hosts,
    Map<String, AccountConfig> accounts,
    Map<String, ProjectConfig> projects,
    Map<String, RouteConfig> routes,
    Map<Role, RoleConfig> roles,
    Map<Role, CallRoleConfig> callRoles,
    Map<String, ProfileConfig> profiles) {

  public Config {
    hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
    accounts = Collections.unmodifiableMap(new LinkedHashMap<>(accounts));
    projects = Collections.unmodifiableMap(new LinkedHashMap<>(projects));
    routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
    var byRole = new EnumMap<Role, RoleConfig>(Role.class);
    byRole.putAll(roles);
    roles = Collections.unmodifiableMap(byRole);
    var callsByRole = new EnumMap<Role, CallRoleConfig>(Role.class);
    callsByRole.putAll(callRoles);
    callRoles = Collections.unmodifiableMap(callsByRole);
    profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
  }

  /// The settings without a file: both embedding roles on the embedded encoder, the others on the
  /// account `openrouter`, loopback only.
  public static Config defaults() {
    return new Config(
        ServerConfig.defaults(),
        IndexConfig.defaults(),
        LedgerConfig.defaults(),
        Optional.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        embeddedRoles(),
        DefaultRoutes.roles(),
        Map.of());
  }

  /// Reads a file. Never throws for what a person can get wrong: that is [Loaded.Bad].
  public static Loaded load(Path file) {
    return ConfigReader.load(file);
  }

  /// The routes that an embedding role names, in the file's order, whatever its policy does with
  /// them; empty for a role that is not configured.
  public List<Route> routesOf(Role role) {
    return Optional.ofNullable(roles.get(role)).map(RoleConfig::routes).orElse(List.of()).stream()
        .map(this::route)
        .toList();
  }

  /// By which API a route, which isn't the embedded one, is asked for chats.
  public ChatApi chatApi(String route) {
    return switch (configured(route).to()) {
      case Target.Host(var host) -> named(hosts, host).chat();
      case Target.Account _ -> ChatApi.V1;
    };
  }

  /// Every cloud account, by its name, in the file's order; `openrouter` is there without a section
  /// of its own.
  public Map<String, Account> accountsByName() {
    var all = new LinkedHashMap<String, Account>();
    accounts.forEach((name, account) -> all.put(name, account.named(name)));
    all.putIfAbsent(Account.OPENROUTER.name(), Account.OPENROUTER);
    return all;
  }

  /// The profiles with their routes, by name: first the roles that make single calls, then those
  /// that are named for jobs, in the file's order.
  public Map<String, Profile> profilesByName() {
    var all = new LinkedHashMap<String, Profile>();
    callRoles.forEach(
        (role, calls) ->
            all.put(
                role.word(),
                Profile.of(
                    role,
                    calls.policy(),
                    calls.fallback(),
                    calls.routes().stream().map(this::route).toList())));
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
                    profile.patience(),
                    Profile.Rule.NONE)));
    return all;
  }

  private Route route(String name) {
    if (name.equals(Route.EMBEDDED)) {
      return EmbeddedRoute.ROUTE;
    }
    var route = configured(name);
    return new Route(
        name,
        engine(route.to()),
        route.model(),
        route.accept(),
        route.pin(),
        new Capacity(route.maxTokens(), route.maxBatch(), route.concurrency()),
        switch (route.to()) {
          case Target.Host _ -> Optional.empty();
          case Target.Account(var account) -> Optional.of(account);
        });
  }

  private RouteConfig configured(String name) {
    return DefaultRoutes.named(name).orElseGet(() -> named(routes, name));
  }

  private Engine engine(Target target) {
    return switch (target) {
      case Target.Host(var name) -> {
        var host = named(hosts, name);
        var placement = host.cloud() ? Placement.CLOUD : Placement.LOCAL;
        yield new Engine(placement, host.dialect(), host.url().toString());
      }
      case Target.Account(var name) ->
          new Engine(Placement.CLOUD, Dialect.OPENAI, named(accountsByName(), name).url());
    };
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
