package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.mcp.Wire;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Runs in a [NetworkTrap]: engines, a whole server, and one of each thing that callers can ask
/// for, beside everything that could tempt it outwards: a role's cloud route, a profile's, accounts
/// whose keys lie around, an address on trial.
final class Trapped {
  private static final String RANKED =
      """
      {"model":"m","usage":{"prompt_tokens":9,"total_tokens":9},
       "results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}
      """;

  private Trapped() {}

  /// Does it all, and tells how much was tried.
  ///
  /// @param arguments a folder, and the policy, `local` without one
  public static void main(String... arguments) throws IOException {
    assertThat(NetworkTrap.interfaces()).containsExactly("lo");
    var folder = Path.of(arguments[0]);
    var policy = arguments.length > 1 ? arguments[1] : "local";
    var root = Tree.notes(folder.resolve("root"), 120);
    Tree.file(root, "Ferry.java", "/// See https://192.0.2.9/ferry. \nclass Ferry {}\n");
    try (var encoder = ScriptedEmbeddings.start(Scripts.hashing(64));
        var talker = ScriptedChat.start(_ -> ChatReply.json(200, Chats.plain("m", "hello")));
        var ranker = ScriptedChat.start(_ -> ChatReply.json(200, RANKED));
        var server =
            ServerProcess.start(
                folder.resolve("home"),
                yaml(policy, encoder, talker, ranker).replace("127.0.0.1", "localhost"))) {
      if (policy.equals("local")) {
        everything(server, root);
      } else {
        server.await(NetworkTrap::attempts, tried -> tried > 0, "nothing was tried");
      }
    }
    IO.println("tried beyond loopback: " + NetworkTrap.attempts());
  }

  private static String yaml(
      String policy, ScriptedEmbeddings encoder, ScriptedChat talker, ScriptedChat ranker) {
    return """
    hosts:
      box: {url: "%s"}
      talk: {url: "%s"}
      rank: {url: "%s"}
      far: {url: "https://192.0.2.9/v1", cloud: true}
      named: {url: "https://far.example.org/v1", cloud: true}
    accounts:
      other: {kind: openai, url: "https://192.0.2.10/v1", key: "${env:OPENROUTER_API_KEY}"}
    routes:
      emb: {host: box, model: m, maxTokens: 2048}
      away: {host: far, model: m, maxTokens: 2048, pin: prov-a}
      gone: {host: named, model: m, maxTokens: 2048, pin: prov-a}
      chat: {host: talk, model: m}
      paid: {account: other, model: m}
      order: {host: rank, model: m}
    roles:
      code-embedding: {policy: %s, routes: [emb, away, gone]}
      text-embedding: {policy: %s, routes: [embedded, away]}
      rerank: {policy: %s, routes: [paid, order]}
      code-assistant: {policy: %s, routes: [paid, chat]}
      rlm: {policy: %s, routes: [paid, chat], fallback: any}
    profiles:
      coder: {kind: generate, tiers: [{routes: [chat]}, {routes: [paid]}]}
      best: {kind: rerank, tiers: [{routes: [order]}]}
    """
        .formatted(
            encoder.url(), talker.url(), ranker.url(), policy, policy, policy, policy, policy);
  }

  private static void everything(ServerProcess server, Path root) {
    var job = server.ended(server.index(root));
    assertThat(job.path("state").asString()).as(job.toString()).isEqualTo("completed");
    for (var mode : List.of("hybrid", "vector", "lexical")) {
      var found = server.post("/api/v1/search", Map.of("query", "word7", "mode", mode));
      assertThat(found.json().path("hits").size()).as(found.json().toString()).isPositive();
    }
    for (var role : List.of("code-embedding", "text-embedding")) {
      ok(server, "/v1/embeddings", Map.of("model", role, "input", List.of("a", "b")));
    }
    var message = Map.of("role", "user", "content", "hi");
    for (var name : List.of("coder", "code-assistant", "rlm")) {
      ok(server, "/v1/chat/completions", Map.of("model", name, "messages", List.of(message)));
    }
    for (var name : List.of("best", "rerank")) {
      ok(server, "/v1/rerank", Map.of("model", name, "query", "q", "documents", List.of("a", "b")));
    }
    ok(server, "/api/v1/explain", Map.of("profile", "coder"));
    byMcp(server);
    var trial = Map.of("table", "code", "url", "https://192.0.2.11/v1", "model", "m");
    assertThat(server.post("/api/v1/gate/against", trial).status()).isEqualTo(400);
    for (var page : List.of("gate", "routes", "accounts", "jobs", "tables", "ledger", "repairs")) {
      assertThat(server.get("/api/v1/" + page).status()).as(page).isEqualTo(200);
    }
    assertThat(server.get("/v1/models").status()).isEqualTo(200);
    assertThat(verdicts(server.get("/api/v1/gate").json(), "away")).containsOnly("excluded");
    assertThat(server.get("/api/v1/accounts").json().path("accounts").valueStream())
        .isNotEmpty()
        .allMatch(account -> account.path("state").asString().equals("disabled"));
  }

  private static void ok(ServerProcess server, String path, Map<String, ?> body) {
    var reply = server.post(path, body);
    assertThat(reply.status()).as("%s: %s", path, reply.json()).isEqualTo(200);
  }

  private static void byMcp(ServerProcess server) {
    try (var wire = new Wire(server.url())) {
      var session = wire.opened("2025-11-25");
      var calls =
          List.of(
              Wire.call(1, "search", "{\"query\":\"word7\",\"mode\":\"vector\"}"),
              Wire.call(2, "read", "{\"path\":\"n0007.md\"}"),
              Wire.call(3, "index_status", "{}"));
      for (var call : calls) {
        var answer = wire.post(call, session).last();
        assertThat(answer.at("/result/isError").asBoolean(true)).as(answer.toString()).isFalse();
      }
    }
  }

  private static List<String> verdicts(JsonNode matrix, String route) {
    return matrix
        .path("matrix")
        .valueStream()
        .filter(row -> row.path("route").asString().equals(route))
        .map(row -> row.path("verdict").asString())
        .toList();
  }

  /// Reaches outwards in every way that the trap must see.
  static final class Reaching {
    private Reaching() {}

    public static void main(String... arguments) {
      IO.println("interfaces " + NetworkTrap.interfaces());
      say("IPv4", () -> connect("192.0.2.9"));
      say("IPv6", () -> connect("2001:db8::9"));
      say("name", () -> lookUp("interlock.invalid"));
    }

    private static void say(String what, Runnable attempt) {
      long before = NetworkTrap.attempts();
      attempt.run();
      IO.println(what + (NetworkTrap.attempts() > before ? " caught" : " missed"));
    }

    private static void connect(String address) {
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(address, 443), 5_000);
        throw new AssertionError("there is a way to " + address);
      } catch (IOException noWay) {
        // As it must be.
      }
    }

    private static void lookUp(String name) {
      try {
        throw new AssertionError("there is " + InetAddress.getByName(name));
      } catch (UnknownHostException noWay) {
        // As it must be.
      }
    }
  }
}
