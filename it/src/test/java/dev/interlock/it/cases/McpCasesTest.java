package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.it.mcp.Child;
import dev.interlock.it.mcp.Wire;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What agents' clients have stumbled over elsewhere.
final class McpCasesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String VERSION = "2025-11-25";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  @TempDir private Path folder = Path.of("");

  private Path home() {
    return folder.resolve("home");
  }

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  private Path root() throws IOException {
    return Tree.notes(folder.resolve("root"), 2);
  }

  /// A server whose only engine has gone since it built the index.
  private Station withoutEngine(ScriptedEmbeddings l1) throws IOException {
    try (var station = Station.start(home(), yaml(l1))) {
      station.indexed(root());
    }
    l1.stop();
    return Station.start(home(), yaml(l1));
  }

  @Test
  @DisplayName("C96: over stdio nothing but messages is on standard output, warnings or not")
  void onlyMessagesOnStandardOutput() throws IOException {
    var loud =
        Files.writeString(
            folder.resolve("logging.properties"),
            """
            handlers=java.util.logging.ConsoleHandler
            java.util.logging.ConsoleHandler.level=ALL
            .level=ALL
            jdk.httpclient.HttpClient.level=ALL
            """);
    var flags =
        List.of("-Djava.util.logging.config.file=" + loud, "-Djdk.httpclient.HttpClient.log=all");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var _ = withoutEngine(l1);
        var child = Child.start(home(), flags, Map.of())) {
      child.ask(Wire.initialize(VERSION));
      child.say(INITIALIZED);
      child.ask(Wire.request(1, "tools/list", "{}"));
      var failed = child.ask(Wire.call(2, "search", "{\"query\":\"a\",\"mode\":\"vector\"}"));
      assertThat(failed.at("/result/isError").asBoolean()).as(failed.toString()).isTrue();
      assertThat(child.end()).isZero();

      assertThat(child.said()).hasSize(3);
      for (var line : child.said()) {
        assertThat(JSON.readTree(line).path("jsonrpc").asString()).isEqualTo("2.0");
      }
      assertThat(child.errors()).containsIgnoringCase("http");
    }
  }

  @Test
  @DisplayName("C97: a session from before a restart is 404, and a new handshake gives another")
  void sessionFromBeforeARestartIsNotFound() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      Map<String, String> old;
      try (var station = Station.start(home(), yaml(l1));
          var wire = new Wire(station.url())) {
        old = wire.opened(VERSION);
      }
      try (var watch = LogWatch.start();
          var station = Station.start(home(), yaml(l1));
          var wire = new Wire(station.url())) {
        assertThat(wire.post(Wire.request(1, "tools/list", "{}"), old).status()).isEqualTo(404);
        var opened = wire.post(Wire.initialize(VERSION), Map.of());
        assertThat(opened.status()).isEqualTo(200);
        assertThat(opened.header("Mcp-Session-Id")).isNotEmpty().isNotEqualTo(session(old));
        assertThat(watch.warnings()).isEmpty();
      }
    }
  }

  private static String session(Map<String, String> headers) {
    return headers.getOrDefault("Mcp-Session-Id", "");
  }

  @Test
  @DisplayName(
      "C98: a newer revision is offered our newest, an older one is taken, none is refused")
  void revisionIsAgreedOn() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(home(), yaml(l1));
        var wire = new Wire(station.url())) {
      var newer = wire.post(Wire.initialize("2099-01-01"), Map.of());
      assertThat(newer.status()).isEqualTo(200);
      assertThat(newer.last().at("/result/protocolVersion").asString()).isEqualTo("2025-11-25");
      var older = wire.post(Wire.initialize("2025-03-26"), Map.of());
      assertThat(older.last().at("/result/protocolVersion").asString()).isEqualTo("2025-03-26");
      var none =
          wire.post(Wire.initialize("x").replace("\"protocolVersion\":\"x\",", ""), Map.of());
      assertThat(none.last().at("/error/code").asInt()).isEqualTo(-32602);
    }
  }

  @Test
  @DisplayName("C99: an unknown tool is a protocol error, a failed or misused one a result")
  void unknownToolIsNoResult() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = withoutEngine(l1);
        var wire = new Wire(station.url())) {
      var session = wire.opened(VERSION);
      var unknown = wire.post(Wire.call(1, "no_such_tool", "{}"), session).last();
      assertThat(unknown.at("/error/code").asInt()).isEqualTo(-32602);

      failed(wire.post(Wire.call(2, "search", "{}"), session).last(), "query");
      failed(
          wire.post(Wire.call(3, "search", "{\"query\":\"a\",\"mode\":\"vector\"}"), session)
              .last(),
          "L1");
      var lexical = Wire.call(4, "search", "{\"query\":\"a\",\"mode\":\"lexical\"}");
      assertThat(wire.post(lexical, session).last().path("result").has("structuredContent"))
          .isTrue();
    }
  }

  private static void failed(JsonNode answer, String told) {
    assertThat(answer.at("/result/isError").asBoolean()).as(answer.toString()).isTrue();
    assertThat(answer.at("/result/content/0/text").asString()).contains(told);
  }

  @Test
  @DisplayName("C100: ping and notes of no meaning end no session")
  void notesOfNoMeaningEndNothing() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(home(), yaml(l1));
        var wire = new Wire(station.url())) {
      var session = wire.opened(VERSION);
      var ping = wire.post(Wire.request(1, "ping", "{}"), session);
      assertThat(ping.last().path("result")).isEqualTo(JSON.createObjectNode());
      for (var note : List.of("notifications/cancelled", "notifications/invented")) {
        var back =
            wire.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{\"requestId\":99}}"
                    .formatted(note),
                session);
        assertThat(back.status()).as(note).isEqualTo(202);
        assertThat(back.response().body()).as(note).isEmpty();
      }
      assertThat(wire.post(Wire.request(2, "tools/list", "{}"), session).status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("C86: whatever the machine's encoding, a query arrives and returns as it was sent")
  void queryKeepsItsCodePoints() throws IOException {
    var query = "naïve 北 🌸";
    var plain = Map.of("LANG", "C", "LC_ALL", "C");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(home(), yaml(l1))) {
      station.indexed(root());
      for (var flags :
          List.of(
              List.<String>of(),
              List.of("-Dfile.encoding=ISO-8859-1", "-Dstdout.encoding=US-ASCII"))) {
        l1.forget();
        try (var child = Child.start(home(), flags, plain)) {
          child.ask(Wire.initialize(VERSION));
          var found =
              child.ask(Wire.call(1, "search", JSON.writeValueAsString(Map.of("query", query))));
          assertThat(found.at("/result/structuredContent/query").asString()).isEqualTo(query);
          assertThat(child.end()).isZero();
        }
        assertThat(Sent.texts(l1)).contains(query);
      }
    }
  }

  @Test
  @DisplayName("C79: a deleted file is gone, a changed one stale, for search, HTTP and agents")
  void deletedFileIsGone() throws IOException {
    var root = folder.resolve("root");
    var ghost = Tree.file(root, "ghost.md", Tree.text(1) + "\n");
    var edited = Tree.file(root, "edited.md", Tree.text(2) + "\nsecond\nthird\n");
    Tree.file(root, "same.md", Tree.text(3) + "\n");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(home(), yaml(l1));
        var wire = new Wire(station.url())) {
      station.indexed(root);
      assertThat(Found.hit(station.search(Tree.text(1), "hybrid"), "ghost.md").path("stale"))
          .isEqualTo(JSON.getNodeFactory().booleanNode(false));
      Files.delete(ghost);
      Files.writeString(edited, "all new\n");

      var found = station.search(Tree.text(1), "hybrid");
      assertThat(Found.hit(found, "ghost.md").path("stale").asBoolean()).isTrue();
      assertThat(Found.hit(found, "edited.md").path("stale").asBoolean()).isTrue();
      assertThat(Found.hit(found, "same.md").path("stale").asBoolean()).isFalse();

      var gone = station.get("/api/v1/files?path=ghost.md");
      assertThat(gone.status()).isEqualTo(404);
      assertThat(gone.code()).isEqualTo("gone");
      var session = wire.opened(VERSION);
      failed(wire.post(Wire.call(1, "read", "{\"path\":\"ghost.md\"}"), session).last(), "gone");

      var changed = station.get("/api/v1/files?path=edited.md");
      assertThat(changed.json().path("stale").asBoolean()).isTrue();
      assertThat(changed.json().path("text").asString()).isEqualTo("all new");
      var told =
          wire.post(Wire.call(2, "read", "{\"path\":\"edited.md\"}"), session)
              .last()
              .at("/result/structuredContent/stale");
      assertThat(told.asBoolean()).isTrue();
      var beyond = station.get("/api/v1/files?path=edited.md&lines=2-3");
      assertThat(beyond.status()).isEqualTo(404);
      assertThat(beyond.code()).isEqualTo("stale");

      station.indexed(root);
      assertThat(station.get("/api/v1/files?path=ghost.md").code()).isEqualTo("no_such_file");
      assertThat(station.get("/api/v1/files?path=edited.md").json().path("stale").asBoolean(true))
          .isFalse();
    }
  }

  @Test
  @DisplayName("C102: nothing that a caller shows of itself reaches an engine without a key")
  void callersCredentialsStayHere() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(home(), yaml(l1))) {
      station.gate("L1", TableName.CODE);
      l1.forget();
      var body = "{\"model\":\"code-embedding\",\"input\":\"a text\"}";
      var reply =
          station.send(
              HttpRequest.newBuilder(URI.create(station.url() + "/v1/embeddings"))
                  .header("Content-Type", "application/json")
                  .header("Authorization", "Bearer KEY-CALLER-0001")
                  .header("x-api-key", "KEY-CALLER-0001")
                  .header("Cookie", "session=KEY-CALLER-0001")
                  .POST(HttpRequest.BodyPublishers.ofString(body)));

      assertThat(reply.status()).isEqualTo(200);
      assertThat(l1.requests()).hasSize(1);
      var seen = l1.requests().getFirst();
      assertThat(seen.headers()).doesNotContainKeys("authorization", "x-api-key", "cookie");
      assertThat(seen.headers().toString() + seen.json()).doesNotContain("KEY-CALLER-0001");
    }
  }
}
