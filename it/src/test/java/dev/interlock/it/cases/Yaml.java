package dev.interlock.it.cases;

import dev.interlock.testkit.ScriptedEmbeddings;
import java.util.ArrayList;
import java.util.List;

/// Writes the configuration of a case: engines, routes and both embedding roles on them.
final class Yaml {
  private static final String CLOUD_HOST = "dialect: openai, cloud: true";
  private static final String CLOUD_ROUTE = "model: embed-m, maxTokens: 2048, pin: prov-a";

  private final List<String> hosts = new ArrayList<>();
  private final List<String> routes = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private String policy = "aggregate";
  private String extra = "";

  /// A local engine under that name, with the model `embed-m` and 2,048 tokens.
  Yaml local(String name, ScriptedEmbeddings engine) {
    return local(name, engine, "model: embed-m, maxTokens: 2048");
  }

  /// A local engine with settings of its own for its route.
  Yaml local(String name, ScriptedEmbeddings engine, String settings) {
    return add(name, engine, "dialect: openai", settings);
  }

  /// A keyless cloud engine with a pin.
  Yaml cloud(String name, ScriptedEmbeddings engine) {
    return add(name, engine, CLOUD_HOST, CLOUD_ROUTE);
  }

  /// A keyless cloud engine with settings of its own for its route.
  Yaml cloud(String name, ScriptedEmbeddings engine, String settings) {
    return add(name, engine, CLOUD_HOST, CLOUD_ROUTE + ", " + settings);
  }

  Yaml policy(String word) {
    policy = word;
    return this;
  }

  /// More settings of both roles, such as `dimension: 8`.
  Yaml role(String settings) {
    extra = ", " + settings;
    return this;
  }

  /// A local engine whose vectors are waited for so long where somebody waits.
  Yaml impatient(String name, ScriptedEmbeddings engine, String query) {
    return add(
        name,
        engine,
        "dialect: openai, limits: {query: %s}".formatted(query),
        "model: embed-m, maxTokens: 2048");
  }

  private Yaml add(String name, ScriptedEmbeddings engine, String host, String route) {
    hosts.add("  h%s: {url: \"%s\", %s}".formatted(name, engine.url(), host));
    routes.add("  %s: {host: h%s, %s}".formatted(name, name, route));
    names.add(name);
    return this;
  }

  @Override
  public String toString() {
    var role = "{policy: %s, routes: [%s]%s}".formatted(policy, String.join(", ", names), extra);
    return """
    hosts:
    %s
    routes:
    %s
    roles:
      code-embedding: %s
      text-embedding: %s
    """
        .formatted(String.join("\n", hosts), String.join("\n", routes), role, role);
  }
}
