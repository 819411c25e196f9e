package dev.interlock.app.config;

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
  private static final Range DIMENSION = new Range(1, 16_384);
  private static final List<String> USABLE =
      Arrays.stream(Role.values()).filter(Role::embeds).map(Role::word).toList();

  private final Named<HostConfig> hosts;
  private final Named<RouteConfig> routes;
  private final Set<String> usedRoutes = new HashSet<>();

  private final ConfigReader.Ways ways;

  RolesReader(ConfigReader.Ways ways) {
    this.ways = ways;
    this.hosts = ways.hosts();
    this.routes = ways.routes();
  }

  Map<Role, RoleConfig> read(Field part) {
    var roles = new EnumMap<Role, RoleConfig>(Role.class);
    var section = part.section();
    section.ifPresent(s -> s.fields().forEach((name, field) -> role(s, name, field, roles)));
    warnUnused(ways, usedRoutes);
    section.ifPresent(s -> warnMissing(part, s));
    return roles;
  }

  private void role(Section part, String name, Field field, Map<Role, RoleConfig> roles) {
    var role = Role.of(name);
    if (role.isEmpty() || !role.get().embeds()) {
      var message = role.isEmpty() ? "is not a role" : "comes later: this version can't use it yet";
      field.problems().add(part.placeOf(name), name, message, USABLE);
      return;
    }
    field.section().flatMap(this::role).ifPresent(config -> roles.put(role.get(), config));
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
    USABLE.stream()
        .filter(role -> section.field(role).isEmpty())
        .forEach(role -> part.warn(role + " is not named, so it has no route and embeds nothing"));
  }
}
