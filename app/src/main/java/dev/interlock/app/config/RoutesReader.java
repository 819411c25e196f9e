package dev.interlock.app.config;

import dev.interlock.core.account.Account;
import dev.interlock.core.route.Route;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The part `routes`.
final class RoutesReader {
  static final Range TOKENS = new Range(1, 1_000_000);
  static final Range BATCH = new Range(1, 2_048);
  static final Range CONCURRENCY = new Range(1, 256);

  private final Named<HostConfig> hosts;
  private final Named<AccountConfig> accounts;
  private final Set<Target> used = new HashSet<>();

  RoutesReader(Named<HostConfig> hosts, Named<AccountConfig> accounts) {
    this.hosts = hosts;
    this.accounts = accounts;
  }

  Named<RouteConfig> read(Optional<Section> part) {
    var routes = Named.read(part, this::route);
    hosts.all().forEach((name, at) -> warnUnused(new Target.Host(name), at, "host"));
    accounts.all().forEach((name, at) -> warnUnused(new Target.Account(name), at, "account"));
    return routes;
  }

  private Optional<RouteConfig> route(String name, Field field) {
    if (name.equals(Route.EMBEDDED)) {
      field.refuseUnseen("this name belongs to the built-in encoder; take another", List.of());
      return Optional.empty();
    }
    if (DefaultRoutes.names().contains(name)) {
      field.refuseUnseen("this name belongs to a built-in route; take another", List.of());
      return Optional.empty();
    }
    return field.section().flatMap(this::route);
  }

  private Optional<RouteConfig> route(Section section) {
    section.only(Shape.ROUTE);
    var to = target(section);
    var model = section.required("model").flatMap(Field::text);
    var pin = section.field("pin").flatMap(Field::text);
    var tokens = number(section, "maxTokens", TOKENS);
    var batch = number(section, "maxBatch", BATCH);
    int calls = number(section, "concurrency", CONCURRENCY).orElse(RouteConfig.CONCURRENCY);
    var accept =
        section.field("accept").map(Field::list).orElse(List.of()).stream()
            .flatMap(item -> item.text().stream())
            .toList();
    var price = section.field("price").flatMap(Field::section).flatMap(PriceConfig::read);
    var written = number(section, "maxCompletionTokens", TOKENS);
    if (to.isPresent() && to.get() instanceof Target.Host) {
      for (var key : List.of("price", "maxCompletionTokens")) {
        section.field(key).ifPresent(f -> f.refuseUnseen("is for routes on an account", List.of()));
      }
    }
    return to.flatMap(
        t ->
            model.map(
                m -> new RouteConfig(t, m, accept, tokens, pin, batch, calls, price, written)));
  }

  private static OptionalInt number(Section section, String key, Range range) {
    return section.field(key).map(f -> f.number(range)).orElse(OptionalInt.empty());
  }

  private Optional<Target> target(Section section) {
    var account = section.field("account");
    if (account.isEmpty()) {
      return section.required("host").flatMap(this::host);
    }
    if (section.field("host").isPresent()) {
      account.get().refuse("stands beside host: a route leads to one of the two", List.of());
      return Optional.empty();
    }
    return account.flatMap(this::account);
  }

  private Optional<Target> host(Field field) {
    var name = field.text();
    name.ifPresent(n -> used.add(new Target.Host(n)));
    if (name.isPresent() && !hosts.all().containsKey(name.get())) {
      field.refuse("is not a host of this file", new ArrayList<>(hosts.all().keySet()));
      return Optional.empty();
    }
    return name.map(Target.Host::new);
  }

  private Optional<Target> account(Field field) {
    var name = field.text();
    name.ifPresent(n -> used.add(new Target.Account(n)));
    if (name.isPresent() && !AccountsReader.known(accounts, name.get())) {
      var known = new ArrayList<>(accounts.all().keySet());
      if (!known.contains(Account.OPENROUTER.name())) {
        known.add(Account.OPENROUTER.name());
      }
      field.refuse("is not an account of this file", known);
      return Optional.empty();
    }
    return name.map(Target.Account::new);
  }

  private void warnUnused(Target target, Field at, String what) {
    if (!used.contains(target)) {
      at.warn("no route names this " + what);
    }
  }
}
