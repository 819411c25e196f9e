package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A18: the revisions with a handshake and a session.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SessionEraTest {
  private final CompletableFuture<Indexed> started = new CompletableFuture<>();
  private final CompletableFuture<Wire> opened = new CompletableFuture<>();

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    started.complete(Indexed.in(folder));
    opened.complete(started.join().wire());
  }

  @AfterAll
  void stop() {
    opened.join().close();
    started.join().close();
  }

  private Wire wire() {
    return opened.join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void handshakeAgreesOnTheRevisionAskedFor(String version) {
    var back = wire().post(Wire.initialize(version), Map.of());

    var result = back.last().path("result");
    assertThat(back.status()).isEqualTo(200);
    assertThat(back.header("Mcp-Session-Id")).matches("[\\x21-\\x7e]+");
    assertThat(result.path("protocolVersion").asString()).isEqualTo(version);
    assertThat(result.path("capabilities").has("tools")).isTrue();
    assertThat(result.at("/serverInfo/name").asString()).isEqualTo("interlock");
    assertThat(result.path("instructions").asString()).contains("search");
  }

  @Test
  void toolsAreListedAndCalled() {
    var session = wire().opened("2025-11-25");
    var listed = wire().post(Wire.request(1, "tools/list", "{}"), session);
    assertThat(listed.last().at("/result/tools").valueStream().map(t -> t.path("name").asString()))
        .containsExactly("search", "read", "index_status");
    assertThat(listed.last().at("/result/tools/0/annotations/readOnlyHint").asBoolean()).isTrue();

    var found = wire().post(Wire.call("two", "search", "{\"query\":\"walrus\"}"), session);
    assertThat(found.last().path("id").asString()).isEqualTo("two");
    assertThat(found.last().at("/result/structuredContent/hits/0/path").asString())
        .isEqualTo("notes.md");
    assertThat(Wire.JSON.readTree(found.last().at("/result/content/0/text").asString()))
        .isEqualTo(found.last().at("/result/structuredContent"));
  }

  @Test
  void bothErasGiveTheSameTools() {
    var session = wire().opened("2025-06-18");
    var old = wire().post(Wire.request(1, "tools/list", "{}"), session);
    var alone = wire().post(Wire.alone(1, "tools/list", ""), Wire.aloneHeaders("tools/list"));
    assertThat(old.last().at("/result/tools")).isEqualTo(alone.last().at("/result/tools"));
  }

  @Test
  void progressComesOverAnEventStream() {
    var session = wire().opened("2025-11-25");
    var back =
        wire()
            .post(
                Wire.request(
                    5,
                    "tools/call",
                    "{\"name\":\"search\",\"arguments\":{\"query\":\"tulip\"},"
                        + "\"_meta\":{\"progressToken\":42}}"),
                session);
    assertThat(back.events()).isTrue();
    assertThat(back.messages().getFirst().path("method").asString())
        .isEqualTo("notifications/progress");
    assertThat(back.messages().getFirst().at("/params/progressToken").asInt()).isEqualTo(42);
    assertThat(back.last().path("id").asInt()).isEqualTo(5);
  }

  @Test
  void requestWithoutASessionIsRefused() {
    assertThat(wire().post(Wire.request(1, "tools/list", "{}"), Map.of()).status()).isEqualTo(400);
    assertThat(wire().send("GET", Map.of("Accept", "text/event-stream")).status()).isEqualTo(400);
    assertThat(wire().send("DELETE", Map.of()).status()).isEqualTo(400);
  }

  @Test
  void requestOfAnUnknownSessionOrRevisionIsRefused() {
    var unknown = Map.of("Mcp-Session-Id", "nobody");
    assertThat(wire().post(Wire.request(1, "tools/list", "{}"), unknown).status()).isEqualTo(404);
    assertThat(wire().send("GET", unknown).status()).isEqualTo(404);

    var session = new HashMap<>(wire().opened("2025-11-25"));
    session.put("MCP-Protocol-Version", "1999-01-01");
    assertThat(wire().post(Wire.request(1, "tools/list", "{}"), session).status()).isEqualTo(400);
    session.remove("MCP-Protocol-Version");
    assertThat(wire().post(Wire.request(1, "tools/list", "{}"), session).status()).isEqualTo(200);
  }

  @Test
  void deletedSessionIsGone() {
    var session = wire().opened("2025-11-25");
    assertThat(wire().send("DELETE", session).status()).isEqualTo(204);
    assertThat(wire().post(Wire.request(1, "tools/list", "{}"), session).status()).isEqualTo(404);
  }

  @Test
  void unknownMethodIsRefusedAndTheSessionGoesOn() {
    var session = wire().opened("2025-11-25");
    var back = wire().post(Wire.request(1, "resources/list", "{}"), session);
    assertThat(back.last().at("/error/code").asInt()).isEqualTo(-32601);
    assertThat(wire().post(Wire.request(2, "ping", "{}"), session).status()).isEqualTo(200);
  }

  @Test
  void malformedCallIsRefused() {
    var session = wire().opened("2025-11-25");
    for (var params : new String[] {"{}", "{\"name\":7}", "{\"name\":\"read\",\"arguments\":[]}"}) {
      var back = wire().post(Wire.request(1, "tools/call", params), session);
      assertThat(back.last().at("/error/code").asInt()).as(params).isEqualTo(-32602);
      assertThat(back.last().path("id").asInt()).as(params).isEqualTo(1);
    }
  }

  @Test
  void streamOfTheSessionStaysOpenAndEndsWithIt() {
    var session = wire().opened("2025-11-25");
    var lines = wire().lines("GET", "", session);
    assertThat(lines.next()).startsWith(":");
    started.join().station().time().advance(Duration.ofSeconds(16));
    lines.next();
    assertThat(lines.next()).startsWith(":");
    wire().send("DELETE", session);
    while (lines.hasNext()) {
      assertThat(lines.next()).matches("|:.*");
    }
  }
}
