package dev.interlock.app.config;

import dev.interlock.app.config.KeySources.Content;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.wire.relay.CloudKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a server starts with: what the file says, and the keys that it names. A key that is not
/// where the file says is a warning, and its host is asked without one.
///
/// Thread: any, immutable.
public final class Settings {
  // An editor, or a shell's echo, ends a file so.
  private static final Pattern LAST_LINE_BREAKS = Pattern.compile("[\r\n]+\\z");

  private final Config config;
  private final Map<String, HostKey> keys;
  private final List<Warning> warnings;
  private final Map<String, CloudKey> accountKeys;

  private Settings(
      Config config,
      Map<String, HostKey> keys,
      Map<String, CloudKey> accountKeys,
      List<Warning> warnings) {
    this.config = config;
    this.keys = Map.copyOf(keys);
    this.accountKeys = Map.copyOf(accountKeys);
    this.warnings = List.copyOf(warnings);
  }

  /// The settings without a file, and without looking for any key.
  public static Settings defaults() {
    return new Settings(Config.defaults(), Map.of(), Map.of(), List.of());
  }

  /// The settings without a file, with the keys that lie where they usually do.
  public static Settings defaults(KeySources sources) {
    var keys = new AccountKeys(sources);
    keys.find(Config.defaults(), Map.of());
    return new Settings(Config.defaults(), Map.of(), keys.found(), List.of());
  }

  /// Looks for the keys that a file names.
  public static Settings of(Loaded.Ok file, KeySources sources) {
    var keys = new LinkedHashMap<String, HostKey>();
    var warnings = new ArrayList<>(file.warnings());
    file.config()
        .hosts()
        .forEach(
            (name, host) -> {
              var place = "hosts.%s.key".formatted(name);
              var key = host.key().map(at -> found(at, place, sources));
              switch (key.orElseGet(() -> new Search.Key(unnamed(place, host)))) {
                case Search.Key it -> keys.put(name, it.key());
                case Search.Missing missing -> {
                  int line = file.lines().getOrDefault(place, 0);
                  warnings.add(new Warning(line, place, missing.warning()));
                  keys.put(name, HostKey.none(missing.advice(place)));
                }
              }
            });
    var accounts = new AccountKeys(sources);
    accounts.find(file.config(), file.lines());
    warnings.addAll(accounts.warnings());
    warnings.sort(Comparator.comparingInt(Warning::line));
    return new Settings(file.config(), keys, accounts.found(), warnings);
  }

  private static HostKey unnamed(String place, HostConfig host) {
    return HostKey.none(
        host.cloud()
            ? "a cloud that wants a key is an account: name it in accounts"
            : "set %s to where one lies, ${env:NAME} or ${file:PATH}".formatted(place));
  }

  /// What became of the search for a key.
  private sealed interface Search {
    record Key(HostKey key) implements Search {}

    /// @param where it was to lie
    /// @param what is wrong there, to be read after it
    record Missing(String where, String what) implements Search {
      String warning() {
        return "%s %s, so this host is asked without a key".formatted(where, what);
      }

      String advice(String place) {
        return "%s of %s %s".formatted(where, place, what);
      }
    }
  }

  private static Search found(KeyPlace at, String place, KeySources sources) {
    return switch (at) {
      case KeyPlace.Variable variable ->
          sources
              .environment()
              .apply(variable.name())
              .map(value -> usable(value, at, place))
              .orElseGet(() -> new Search.Missing(at.words(), "is not set"));
      case KeyPlace.InFile file ->
          switch (sources.files().apply(file.path())) {
            case Content.Text text ->
                usable(LAST_LINE_BREAKS.matcher(text.text()).replaceFirst(""), at, place);
            case Content.Unreadable unreadable -> new Search.Missing(at.words(), unreadable.why());
          };
    };
  }

  private static Search usable(String key, KeyPlace at, String place) {
    return HostKey.unfit(key)
        .<Search>map(why -> new Search.Missing(at.words(), why))
        .orElseGet(() -> new Search.Key(HostKey.of(key, place)));
  }

  /// What the file says.
  public Config config() {
    return config;
  }

  /// What the file says that its writer may not have meant, keys that are not there included, in
  /// the file's order.
  public List<Warning> warnings() {
    return warnings;
  }

  /// The keys of accounts that were found, by account; for the sidecar, which wipes them.
  public Map<String, CloudKey> accountKeys() {
    return accountKeys;
  }

  /// The key of a host.
  public HostKey keyOf(String host) {
    return keys.getOrDefault(host, HostKey.NONE);
  }

  /// The key of a route's host.
  public HostKey keyOf(Route route) {
    return hostOf(route).map(this::keyOf).orElse(HostKey.NONE);
  }

  /// How long the embeddings of a route's host are waited for.
  public Endpoint.Limits limitsOf(Route route) {
    return hostOf(route)
        .flatMap(host -> Optional.ofNullable(config.hosts().get(host)))
        .map(HostConfig::limits)
        .orElse(Endpoint.Limits.DEFAULT);
  }

  private Optional<String> hostOf(Route route) {
    return Optional.ofNullable(config.routes().get(route.name()))
        .map(RouteConfig::to)
        .flatMap(
            to ->
                switch (to) {
                  case Target.Host(var name) -> Optional.of(name);
                  case Target.Account _ -> Optional.empty();
                });
  }

  /// The key for an address that no route names: that of the host with the same base. No other
  /// address gets one.
  public HostKey keyAt(URI url) {
    var wanted = Endpoint.of(url, "");
    var same =
        config.hosts().entrySet().stream()
            .filter(host -> Endpoint.of(host.getValue().url(), "").sameBase(wanted))
            .map(host -> keyOf(host.getKey()))
            .toList();
    return same.stream()
        .filter(HostKey::present)
        .findFirst()
        .or(() -> same.stream().findFirst())
        .orElseGet(() -> HostKey.none("only a host of interlock.yaml with this URL is given one"));
  }

  @Override
  public String toString() {
    return "Settings[%s]".formatted(config);
  }
}
