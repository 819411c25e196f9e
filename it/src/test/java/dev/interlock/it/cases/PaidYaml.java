package dev.interlock.it.cases;

import dev.interlock.app.wiring.Clouds;
import dev.interlock.it.Station;
import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.DirectUpstream;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes the configuration of a case about money: the profile `coder` over the account `C1`, whose
/// model `m` costs 1 dollar for a million tokens read and 2 for a million written, with the limits
/// of the field cases.
final class PaidYaml {
  /// Accounts are called over plain connections: what keeps keys is proved elsewhere.
  static final Clouds PLAIN =
      (account, vertx, ticker) ->
          Optional.of(
              new DirectUpstream(
                  vertx,
                  ticker,
                  Endpoint.of(URI.create(account.url()), ""),
                  ConnectionListener.NONE));

  private final String url;
  private final List<String> hosts = new ArrayList<>();
  private final List<String> routes = new ArrayList<>();
  private final List<String> names = new ArrayList<>(List.of("C1"));
  private String account = "";
  private String price =
      ", price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}, maxCompletionTokens: 16384";
  private String projects = "";
  private String settings = "";
  private String permit = "10s";
  private String total = "2s";

  PaidYaml(ScriptedChat cloud) {
    this.url = cloud.url().toString();
  }

  /// More settings of the account, such as `dailyUsd: 1.00`.
  PaidYaml account(String more) {
    account += ", " + more;
    return this;
  }

  /// A project's own terms, such as `dailyUsd: 0.50`.
  PaidYaml project(String name, String terms) {
    projects += "  %s: {%s}\n".formatted(name, terms);
    return this;
  }

  /// Another price, or none.
  PaidYaml price(String text) {
    price = text;
    return this;
  }

  /// More settings of the profile, such as `attempts: 1`.
  PaidYaml with(String more) {
    settings += ", " + more;
    return this;
  }

  /// How long a permit is waited for.
  PaidYaml permit(String span) {
    permit = span;
    return this;
  }

  /// Another limit for a whole attempt.
  PaidYaml total(String span) {
    total = span;
    return this;
  }

  /// A local route before the cloud.
  PaidYaml localFirst(String name, ScriptedChat engine) {
    hosts.add("  h%s: {url: \"%s\"}".formatted(name, engine.url()));
    routes.add("  %s: {host: h%s, model: m}".formatted(name, name));
    names.addFirst(name);
    return this;
  }

  Station start(Path home) throws IOException {
    return Station.start(home, toString(), PLAIN);
  }

  @Override
  public String toString() {
    return """
    hosts:
    %s
    accounts:
      C1: {kind: openai, url: "%s"%s}
    projects:
    %s
    routes:
      C1: {account: C1, model: m%s}
    %s
    profiles:
      coder: {kind: generate, tiers: [{routes: [%s]}]%s, limits: {firstByte: 2s, firstContent: 20s, betweenContents: 2s, total: %s, permit: %s}}
    """
        .formatted(
            String.join("\n", hosts),
            url,
            account,
            projects,
            price,
            String.join("\n", routes),
            String.join(", ", names),
            settings,
            total,
            permit);
  }
}
