package dev.interlock.app.config;

import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Takeover;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Route;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The part `roles`. What the routes of a role may do together is [RoleRules].
final class RolesReader {
  static final Range DIMENSION = new Range(1, 16_384);
  private static final List<String> WORDS = Arrays.stream(Role.values()).map(Role::word).toList();

  private final Named<HostConfig> hosts;
  private final Named<RouteConfig> routes;
  private final Set<String> usedRoutes = new HashSet<>();

  private final ConfigReader.Ways ways;
  private final Map<Role, RoleConfig> embedding = new EnumMap<>(Role.class);
  private final Map<Role, CallRoleConfig> calls = new EnumMap<>(Role.class);

  RolesReader(ConfigReader.Ways ways) {
    this.ways = ways;
    this.hosts = ways.hosts();
    this.routes = ways.routes();
  }

  /// All roles.
  ///
  /// @param embedding those that write tables
  /// @param calls those that make single calls
  record Roles(Map<Role, RoleConfig> embedding, Map<Role, CallRoleConfig> calls) {
    /// Where the file says nothing of roles.
    static final Roles DEFAULT = new Roles(Config.embeddedRoles(), DefaultRoutes.roles());
  }

  Roles read(Field part) {
    var section = part.section();
    section.ifPresent(s -> s.fields().forEach((name, field) -> role(s, name, field)));
    warnUnused(ways, usedRoutes);
    section.ifPresent(s -> warnMissing(part, s));
    return new Roles(embedding, calls);
  }

  private void role(Section part, String name, Field field) {
    var role = Role.of(name);
    if (role.isEmpty()) {
      field.problems().add(part.placeOf(name), name, "is not a role", WORDS);
    } else if (role.get().embeds()) {
      field.section().flatMap(this::role).ifPresent(config -> embedding.put(role.get(), config));
    } else {
      field
          .section()
          .flatMap(section -> call(role.get(), section))
          .ifPresent(config -> calls.put(role.get(), config));
    }
  }

  private Optional<CallRoleConfig> call(Role role, Section section) {
    section.only(role == Role.RLM ? Shape.RLM_ROLE : Shape.CALL_ROLE);
    var policy = section.field("policy").map(this::policy).orElse(Optional.of(Policy.AGGREGATE));
    var named = section.required("routes").map(f -> callRoutes(f, Kind.of(role))).orElse(List.of());
    policy.ifPresent(p -> new RoleRules(hosts, routes).checkCalls(section, p, named));
    var fallback =
        section
            .field("fallback")
            .map(RolesReader::fallback)
            .orElse(Optional.of(DefaultRoutes.fallback(role)));
    return policy.flatMap(
        p ->
            fallback.map(
                f -> new CallRoleConfig(p, named.stream().map(NamedRoute::name).toList(), f)));
  }

  private static Optional<Takeover> fallback(Field field) {
    var word = field.text();
    var fallback = word.flatMap(Takeover::of);
    if (word.isPresent() && fallback.isEmpty()) {
      field.refuse("is not a fallback mode", Takeover.words());
    }
    return fallback;
  }

  private List<NamedRoute> callRoutes(Field field, Kind kind) {
    var usable = new CallRoutes(hosts, routes, usedRoutes);
    if (field.isEmptyList()) {
      field.refuseUnseen("names no route", usable.known());
    }
    var role = new CallRoutes.Namer("role", Optional.of(kind));
    var names = new ArrayList<NamedRoute>();
    for (Field item : field.list()) {
      item.text()
          .filter(name -> usable.usable(item, name, role))
          .ifPresent(name -> names.add(new NamedRoute(name, item)));
    }
    return names;
  }

  private Optional<RoleConfig> role(Section section) {
    section.only(Shape.ROLE);
    var policy = section.field("policy").map(this::policy).orElse(Optional.of(Policy.AGGREGATE));
    var named = section.required("routes").map(this::routeNames).orElse(List.of());
    var dimension = section.field("dimension").map(f -> f.number(DIMENSION));
    var width = dimension.orElse(OptionalInt.empty());
    policy.ifPresent(p -> new RoleRules(hosts, routes).check(section, p, named));
    RoleRules.checkWidth(section, width, named);
    return policy.map(
        p ->
            new RoleConfig(
                p,
                named.stream().map(NamedRoute::name).toList(),
                width,
                section.field("queryPrefix").flatMap(Field::anyText).orElse(""),
                section.field("documentPrefix").flatMap(Field::anyText).orElse("")));
  }

  private Optional<Policy> policy(Field field) {
    var word = field.text();
    var policy = word.flatMap(Policy::of);
    if (word.isPresent() && policy.isEmpty()) {
      field.refuse("is not a policy", Arrays.stream(Policy.values()).map(Policy::word).toList());
    }
    return policy;
  }

  private List<NamedRoute> routeNames(Field field) {
    var items = field.list();
    if (field.isEmptyList()) {
      field.refuseUnseen("names no route", known());
    }
    var names = new ArrayList<NamedRoute>();
    for (Field item : items) {
      item.text().flatMap(name -> routeName(item, name, names)).ifPresent(names::add);
    }
    return names;
  }

  private Optional<NamedRoute> routeName(Field item, String name, List<NamedRoute> before) {
    usedRoutes.add(name);
    if (before.stream().anyMatch(r -> r.name().equals(name))) {
      item.refuse("is named twice", List.of());
      return Optional.empty();
    }
    if (!known().contains(name)) {
      item.refuse("is not a route of this file", known());
      return Optional.empty();
    }
    return Optional.of(new NamedRoute(name, item));
  }

  private List<String> known() {
    var known = new ArrayList<>(routes.all().keySet());
    known.add(Route.EMBEDDED);
    return known;
  }

  static void warnUnused(ConfigReader.Ways ways, Set<String> byRoles) {
    ways.routes()
        .all()
        .forEach(
            (name, at) -> {
              if (!byRoles.contains(name) && !ways.used().contains(name)) {
                at.warn("no role or profile names this route");
              }
            });
  }

  private static void warnMissing(Field part, Section section) {
    Arrays.stream(Role.values())
        .filter(Role::embeds)
        .map(Role::word)
        .filter(role -> section.field(role).isEmpty())
        .forEach(role -> part.warn(role + " is not named, so it has no route and embeds nothing"));
  }
}
