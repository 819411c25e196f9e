package dev.interlock.app.config;

import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.upstream.Offered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a file's hosts say of themselves, as warnings: a host that can't be reached now may be
/// there later, so nothing of it is a mistake.
///
/// Thread: any, pure.
public final class Reach {
  private static final int NAMES = 12;

  private final Loaded.Ok file;
  private final Map<String, Offered> hosts;

  private Reach(Loaded.Ok file, Map<String, Offered> hosts) {
    this.file = file;
    this.hosts = hosts;
  }

  /// The warnings, in the file's order.
  ///
  /// @param hosts what each host of the file answered, by its name
  public static List<Warning> warnings(Loaded.Ok file, Map<String, Offered> hosts) {
    var reach = new Reach(file, hosts);
    var found = new ArrayList<Warning>();
    hosts.forEach((name, offered) -> reach.host(name, offered).ifPresent(found::add));
    file.config().routes().forEach((name, route) -> reach.route(name, route).ifPresent(found::add));
    found.sort(Comparator.comparingInt(Warning::line));
    return found;
  }

  private Optional<Warning> host(String name, Offered offered) {
    return switch (offered) {
      case Offered.Unreachable gone ->
          Optional.of(warning("hosts." + name, "can't be reached from here: " + gone.reason()));
      case Offered.Unlisted unlisted when unlisted.status() == 401 || unlisted.status() == 403 ->
          Optional.of(warning("hosts." + name, "refuses to be asked: " + unlisted.reason()));
      case Offered.Unlisted _, Offered.Names _ -> Optional.empty();
    };
  }

  private Optional<Warning> route(String name, RouteConfig route) {
    return Optional.ofNullable(hosts.get(route.to().name()))
        .filter(_ -> route.to() instanceof Target.Host)
        .flatMap(
            offered ->
                switch (offered) {
                  case Offered.Names names -> unknown(name, route, names.names());
                  case Offered.Unlisted _, Offered.Unreachable _ -> Optional.empty();
                });
  }

  private Optional<Warning> unknown(String name, RouteConfig route, List<String> names) {
    boolean known =
        anyName(route.to().name())
            || Stream.concat(Stream.of(route.model()), route.accept().stream())
                .flatMap(model -> Stream.of(model, model + ":latest"))
                .anyMatch(names::contains);
    return known
        ? Optional.empty()
        : Optional.of(
            warning(
                "routes." + name,
                "%s does not offer %s; it offers %s"
                    .formatted(route.to().name(), route.model(), shown(names))));
  }

  /// llama.cpp and TEI answer by their one model whatever they are asked for; Ollama leaves out its
  /// tag `latest`.
  private boolean anyName(String host) {
    return Optional.ofNullable(file.config().hosts().get(host))
        .map(HostConfig::dialect)
        .filter(dialect -> dialect == Dialect.LLAMACPP || dialect == Dialect.TEI)
        .isPresent();
  }

  private static String shown(List<String> names) {
    if (names.isEmpty()) {
      return "nothing";
    }
    var shown = String.join(", ", names.stream().limit(NAMES).toList());
    return names.size() > NAMES ? shown + " and " + (names.size() - NAMES) + " more" : shown;
  }

  private Warning warning(String key, String message) {
    return new Warning(file.lines().getOrDefault(key, 0), key, message);
  }
}
