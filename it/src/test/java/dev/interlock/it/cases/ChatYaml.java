package dev.interlock.it.cases;

import dev.interlock.testkit.ScriptedChat;
import java.util.ArrayList;
import java.util.List;

/// Writes the configuration of a chat case: the profile `coder` over local routes, which promise
/// the model `m`, with the limits of the field cases: 2 s for a whole plain answer or a stream's
/// head, 2 s between contents.
final class ChatYaml {
  private final List<String> hosts = new ArrayList<>();
  private final List<String> routes = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private String settings = "";
  private String total = "2s";

  /// A local engine whose route has its name.
  ChatYaml local(String name, ScriptedChat engine) {
    return local(name, engine.url().toString(), "model: m");
  }

  /// A local engine with settings of its own for its route.
  ChatYaml local(String name, String url, String route) {
    hosts.add("  h%s: {url: \"%s\"}".formatted(name, url));
    routes.add("  %s: {host: h%s, %s}".formatted(name, name, route));
    names.add(name);
    return this;
  }

  /// More settings of the profile, such as `attempts: 1`.
  ChatYaml with(String more) {
    settings += ", " + more;
    return this;
  }

  /// Another limit for a whole attempt.
  ChatYaml total(String span) {
    total = span;
    return this;
  }

  @Override
  public String toString() {
    return """
    hosts:
    %s
    routes:
    %s
    profiles:
      coder: {kind: generate, tiers: [{routes: [%s]}]%s, limits: {firstByte: 2s, firstContent: 20s, betweenContents: 2s, total: %s}}
    """
        .formatted(
            String.join("\n", hosts),
            String.join("\n", routes),
            String.join(", ", names),
            settings,
            total);
  }
}
