package dev.interlock.app.config;

import dev.interlock.core.route.Route;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The part `routes`.
final class RoutesReader {
  private static final Range TOKENS = new Range(1, 1_000_000);
  private static final Range BATCH = new Range(1, 2_048);
  private static final Range CONCURRENCY = new Range(1, 256);

  private final Named<HostConfig> hosts;
  private final Set<String> usedHosts = new HashSet<>();

  RoutesReader(Named<HostConfig> hosts) {
    this.hosts = hosts;
  }

  Named<RouteConfig> read(Optional<Section> part) {
    Named<RouteConfig> routes = Named.none();
    part.ifPresent(
        p -> p.fields().forEach((name, field) -> routes.add(name, field, route(name, field))));
    hosts.all().forEach(this::warnUnused);
    return routes;
  }

  private Optional<RouteConfig> route(String name, Field field) {
    Names.check(name, field);
    if (name.equals(Route.EMBEDDED)) {
      field.refuseUnseen("this name belongs to the built-in encoder; take another", List.of());
      return Optional.empty();
    }
    return field.section().flatMap(this::route);
  }

  private Optional<RouteConfig> route(Section section) {
    section.only(Shape.ROUTE);
    var host = section.required("host").flatMap(this::host);
    var model = section.required("model").flatMap(Field::text);
    var pin = section.field("pin").flatMap(Field::text);
    var tokens = number(section, "maxTokens", TOKENS);
    var batch = number(section, "maxBatch", BATCH);
    int calls = number(section, "concurrency", CONCURRENCY).orElse(RouteConfig.CONCURRENCY);
    var accept =
        section.field("accept").map(Field::list).orElse(List.of()).stream()
            .flatMap(item -> item.text().stream())
            .toList();
    return host.flatMap(
        h -> model.map(m -> new RouteConfig(h, m, accept, tokens, pin, batch, calls)));
  }

  private static OptionalInt number(Section section, String key, Range range) {
    return section.field(key).map(f -> f.number(range)).orElse(OptionalInt.empty());
  }

  private Optional<String> host(Field field) {
    var name = field.text();
    name.ifPresent(usedHosts::add);
    if (name.isPresent() && !hosts.all().containsKey(name.get())) {
      field.refuse("is not a host of this file", new ArrayList<>(hosts.all().keySet()));
      return Optional.empty();
    }
    return name;
  }

  private void warnUnused(String name, Field at) {
    if (!usedHosts.contains(name)) {
      at.warn("no route names this host");
    }
  }
}
