package dev.interlock.app.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The whole file: from its bytes to [Loaded].
final class ConfigReader {
  static Loaded load(Path file) {
    var problems = new Problems();
    return SourceFile.read(file, problems)
        .map(text -> parse(text, file, problems))
        .orElseGet(() -> new Loaded.Bad(problems.problems()));
  }

  static Loaded parse(String text) {
    return parse(text, Path.of("interlock.yaml"), new Problems());
  }

  private static Loaded parse(String text, Path file, Problems problems) {
    var root = Yaml.parse(text, problems).map(node -> Field.of(node, "", problems));
    var top = root.flatMap(Field::section).orElse(Section.empty(Place.FILE, problems));
    if (problems.none() && top.fields().isEmpty()) {
      problems.warn(Place.FILE, "says nothing; the defaults hold");
    }
    var lines = new HashMap<String, Integer>();
    var config = config(top, file, lines);
    return problems.none()
        ? new Loaded.Ok(config, problems.warnings(), lines)
        : new Loaded.Bad(problems.problems());
  }

  private static Config config(Section top, Path file, Map<String, Integer> lines) {
    top.only(Shape.TOP);
    var hostsReader = new HostsReader(file);
    var hosts = hostsReader.read(sectionOf(top, "hosts"));
    lines.putAll(hostsReader.keyLines());
    var accountsReader = new AccountsReader(file);
    var accounts = accountsReader.read(sectionOf(top, "accounts"));
    lines.putAll(accountsReader.keyLines());
    var routes = new RoutesReader(hosts, accounts).read(sectionOf(top, "routes"));
    accounts.all().values().forEach(at -> lines.put(at.place().key(), at.place().line()));
    hosts.all().values().forEach(at -> lines.put(at.place().key(), at.place().line()));
    routes.all().values().forEach(at -> lines.put(at.place().key(), at.place().line()));
    var projects =
        Named.<ProjectConfig>read(
            sectionOf(top, "projects"), (_, field) -> field.section().flatMap(ProjectConfig::read));
    var profiles = new ProfilesReader(hosts, routes);
    var jobs = profiles.read(sectionOf(top, "profiles"));
    var roles = roles(top, new Ways(hosts, routes, profiles.used()));
    return new Config(
        sectionOf(top, "server").map(ConfigReader::server).orElse(ServerConfig.defaults()),
        sectionOf(top, "index").map(ConfigReader::index).orElse(IndexConfig.defaults()),
        sectionOf(top, "ledger").map(ConfigReader::ledger).orElse(LedgerConfig.defaults()),
        sectionOf(top, "alarms").flatMap(ConfigReader::webhook),
        hosts.values(),
        accounts.values(),
        projects.values(),
        routes.values(),
        roles.embedding(),
        roles.calls(),
        jobs);
  }

  /// What roles may name, and the routes that profiles have named.
  record Ways(Named<HostConfig> hosts, Named<RouteConfig> routes, Set<String> used) {}

  private static Optional<Section> sectionOf(Section top, String name) {
    return top.field(name).flatMap(Field::section);
  }

  private static ServerConfig server(Section section) {
    section.only(Shape.SERVER);
    var defaults = ServerConfig.defaults();
    var host = section.field("host").flatMap(ConfigReader::loopback).orElse(defaults.host());
    var port = section.field("port").map(f -> f.number(ServerConfig.PORTS));
    return new ServerConfig(
        host, port.isPresent() ? port.get().orElse(defaults.port()) : defaults.port());
  }

  private static Optional<String> loopback(Field field) {
    var host = field.text();
    if (host.isPresent() && !ServerConfig.loopback(host.get())) {
      field.refuse(
          "is no loopback address, and without TLS and caller keys the server binds to no other",
          List.of("127.0.0.1", "::1", "localhost"));
      return Optional.empty();
    }
    return host;
  }

  private static IndexConfig index(Section section) {
    section.only(Shape.INDEX);
    var defaults = IndexConfig.defaults();
    var size = section.field("maxFileBytes").map(Field::size);
    return new IndexConfig(
        size.isPresent() ? size.get().orElse(defaults.maxFileBytes()) : defaults.maxFileBytes(),
        section.field("defaultExcludes").flatMap(Field::flag).orElse(defaults.defaultExcludes()));
  }

  private static Optional<URI> webhook(Section section) {
    section.only(Shape.ALARMS);
    return section.field("webhook").flatMap(Address::read);
  }

  private static LedgerConfig ledger(Section section) {
    section.only(Shape.LEDGER);
    return section
        .field("keep")
        .flatMap(field -> field.duration(LedgerConfig.LEAST, LedgerConfig.MOST))
        .map(LedgerConfig::new)
        .orElse(LedgerConfig.defaults());
  }

  private static RolesReader.Roles roles(Section top, Ways ways) {
    var field = top.field("roles");
    if (field.isEmpty() || field.get().blank()) {
      RolesReader.warnUnused(ways, Set.of());
      return RolesReader.Roles.DEFAULT;
    }
    return new RolesReader(ways).read(field.get());
  }

  private ConfigReader() {}
}
