package dev.interlock.it.cases;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Writes the configuration of a case about paid vectors: both embedding roles on the account `C1`,
/// pinned to `prov-a`, whose model `m` costs 1 dollar for a million tokens read.
final class VectorYaml {
  private final String url;
  private final List<String> hosts = new ArrayList<>();
  private final List<String> routes = new ArrayList<>();
  private final List<String> names = new ArrayList<>(List.of("C1"));
  private String policy = "cloud";
  private String account = "";
  private String route = "pin: prov-a, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 0}";
  private String more = "";

  VectorYaml(ScriptedEmbeddings cloud) {
    this.url = cloud.url().toString();
  }

  /// More settings of the account, such as `dailyUsd: 1.00`.
  VectorYaml account(String settings) {
    account += ", " + settings;
    return this;
  }

  /// Other settings of its route.
  VectorYaml route(String settings) {
    route = settings;
    return this;
  }

  VectorYaml policy(String word) {
    policy = word;
    return this;
  }

  /// A local route before the cloud's.
  VectorYaml localFirst(String name, ScriptedEmbeddings engine) {
    hosts.add("  h%s: {url: \"%s\", dialect: openai}".formatted(name, engine.url()));
    routes.add("  %s: {host: h%s, model: m, maxTokens: 2048}".formatted(name, name));
    names.addFirst(name);
    return this;
  }

  /// More sections of the file.
  VectorYaml with(String sections) {
    more += sections;
    return this;
  }

  /// A server whose account has its key, and whose routes have been measured.
  Station start(Path home) throws IOException {
    var station = started(home);
    admit(station);
    return station;
  }

  /// A server whose account has no key yet.
  Station started(Path home) throws IOException {
    return Station.start(home, toString());
  }

  /// Pushes the key, perhaps once more.
  static void push(Station station) {
    var pushed = station.post("/api/v1/accounts/C1/key", "{\"key\":\"KEY-CLOUD-0001\"}");
    if (pushed.status() != 200) {
      throw new AssertionError("the key was not taken: " + pushed.json());
    }
  }

  /// Pushes the key, and has all routes measured.
  static void admit(Station station) {
    push(station);
    for (var table : TableName.values()) {
      station.running().gatekeeper().ensure(table).join();
    }
    station.time().advance(Duration.ofMinutes(1));
    for (var table : TableName.values()) {
      station.running().gatekeeper().ensure(table).join();
    }
  }

  @Override
  public String toString() {
    var role = "{policy: %s, routes: [%s]}".formatted(policy, String.join(", ", names));
    return """
    hosts:
    %s
    accounts:
      C1: {kind: openai, url: "%s"%s}
    routes:
      C1: {account: C1, model: m, maxTokens: 2048, %s}
    %s
    roles:
      code-embedding: %s
      text-embedding: %s
    %s
    """
        .formatted(
            String.join("\n", hosts),
            url,
            account,
            route,
            String.join("\n", routes),
            role,
            role,
            more);
  }
}
