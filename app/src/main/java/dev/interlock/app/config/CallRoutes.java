package dev.interlock.app.config;

import dev.interlock.core.profile.Kind;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Route;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Which routes may serve single calls: chats, or rankings.
final class CallRoutes {
  private final Named<HostConfig> hosts;
  private final Named<RouteConfig> routes;
  private final Set<String> used;

  /// @param used where names of routes are collected
  CallRoutes(Named<HostConfig> hosts, Named<RouteConfig> routes, Set<String> used) {
    this.hosts = hosts;
    this.routes = routes;
    this.used = used;
  }

  /// Who names routes.
  ///
  /// @param what such as `profile`
  /// @param kind what its routes are to do; empty where that has been found wrong
  /// @param routes those that it has named so far
  record Namer(String what, Optional<Kind> kind, Set<String> routes) {
    Namer(String what, Optional<Kind> kind) {
      this(what, kind, new HashSet<>());
    }

    private boolean reranks() {
      return kind.filter(Kind.RERANK::equals).isPresent();
    }
  }

  /// Whether a route may stand there; what is wrong with it is told.
  boolean usable(Field item, String name, Namer by) {
    used.add(name);
    if (name.equals(Route.EMBEDDED)) {
      item.refuse(
          "is the built-in encoder, which "
              + (by.reranks() ? "ranks no documents" : "writes no text"),
          known());
    } else if (!routes.all().containsKey(name) && DefaultRoutes.named(name).isEmpty()) {
      item.refuse("is not a route of this file", known());
    } else if (!by.routes().add(name)) {
      item.refuse("is named twice in this " + by.what(), List.of());
    } else if (by.reranks() && dialect(name).filter(d -> !d.reranks()).isPresent()) {
      item.refuse(
          "stands on a host of dialect %s, which has no reranking"
              .formatted(dialect(name).map(Dialect::word).orElse("")),
          reranking());
    } else {
      warnIfCloud(item, name);
      return true;
    }
    return false;
  }

  private Optional<Dialect> dialect(String route) {
    return DefaultRoutes.named(route)
        .or(() -> routes.value(route))
        .flatMap(
            r ->
                switch (r.to()) {
                  case Target.Host(var name) -> hosts.value(name).map(HostConfig::dialect);
                  case Target.Account _ -> Optional.of(Dialect.OPENAI);
                });
  }

  private List<String> reranking() {
    return known().stream().filter(r -> dialect(r).map(Dialect::reranks).orElse(false)).toList();
  }

  private void warnIfCloud(Field item, String name) {
    routes
        .value(name)
        .ifPresent(
            route -> {
              switch (route.to()) {
                case Target.Host(var host)
                    when hosts.value(host).filter(HostConfig::cloud).isPresent() ->
                    item.warn("stands on a cloud host, which needs an account: it is never called");
                case Target.Host _ -> {}
                case Target.Account _ -> {}
              }
            });
  }

  /// The file's, and those that are there without a word.
  List<String> known() {
    return Stream.concat(routes.all().keySet().stream(), DefaultRoutes.names().stream()).toList();
  }
}
