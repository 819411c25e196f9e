package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A18: revision 2026-07-28, whose requests stand alone.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StandaloneEraTest {
  private CompletableFuture<Indexed> started = new CompletableFuture<>();
  private CompletableFuture<Wire> opened = new CompletableFuture<>();

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

  @Test
  void discoverTellsVersionsAndTools() {
    var back =
        wire().post(Wire.alone(1, "server/discover", ""), Wire.aloneHeaders("server/discover"));

    var result = back.last().path("result");
    assertThat(back.status()).isEqualTo(200);
    assertThat(result.path("resultType").asString()).isEqualTo("complete");
    assertThat(result.path("supportedVersions").path(0).asString()).isEqualTo("2026-07-28");
    assertThat(result.path("capabilities").has("tools")).isTrue();
    assertThat(result.path("ttlMs").asInt()).isPositive();
    assertThat(result.path("cacheScope").asString()).isEqualTo("public");
    assertThat(result.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asString())
        .isEqualTo("interlock");
    assertThat(back.header("Mcp-Session-Id")).isEmpty();
  }

  @Test
  void listTellsThreeToolsInOneOrder() {
    var back = wire().post(Wire.alone("a", "tools/list", ""), Wire.aloneHeaders("tools/list"));

    var tools = back.last().path("result").path("tools");
    assertThat(back.last().path("id").asString()).isEqualTo("a");
    assertThat(tools.valueStream().map(t -> t.path("name").asString()))
        .containsExactly("search", "read", "index_status");
    for (var tool : tools) {
      assertThat(tool.at("/annotations/readOnlyHint").asBoolean()).isTrue();
      assertThat(tool.at("/inputSchema/type").asString()).isEqualTo("object");
      assertThat(tool.at("/outputSchema/type").asString()).isEqualTo("object");
    }
  }

  @Test
  void cursorThatNobodyGaveIsRefused() {
    var back =
        wire()
            .post(Wire.alone(1, "tools/list", "\"cursor\":\"\","), Wire.aloneHeaders("tools/list"));
    assertThat(back.status()).isEqualTo(400);
    assertThat(back.last().at("/error/code").asInt()).isEqualTo(-32602);
  }

  private Wire.Back call(String tool, String arguments) {
    return wire()
        .post(
            Wire.alone(
                7, "tools/call", "\"name\":\"%s\",\"arguments\":%s,".formatted(tool, arguments)),
            Wire.aloneHeaders("tools/call", tool));
  }

  @Test
  void searchAnswersWithStructureAndTheSameAsText() {
    var back = call("search", "{\"query\":\"walrus\"}");

    var result = back.last().path("result");
    assertThat(back.events()).isFalse();
    assertThat(result.path("isError").asBoolean(false)).isFalse();
    assertThat(result.at("/structuredContent/hits/0/path").asString()).isEqualTo("notes.md");
    assertThat(Wire.JSON.readTree(result.at("/content/0/text").asString()))
        .isEqualTo(result.path("structuredContent"));
    var id = back.header("x-interlock-request-id");
    var row = started.join().station().get("/api/v1/ledger/" + id).json().at("/attempts/0");
    assertThat(row.path("kind").asString()).isEqualTo("search");
    assertThat(row.path("ending").asString()).isEqualTo("answered");
  }

  @Test
  void readGivesLines() {
    var result =
        call("read", "{\"path\":\"notes.md\",\"startLine\":4,\"endLine\":4}").last().path("result");
    assertThat(result.at("/structuredContent/text").asString())
        .isEqualTo("北 is north, 🌸 is a flower.");
    assertThat(result.at("/structuredContent/totalLines").asInt()).isEqualTo(4);
  }

  @Test
  void statusTellsProjectsAndRoutes() {
    var status = call("index_status", "{}").last().at("/result/structuredContent");
    assertThat(status.at("/projects/0/name").asString()).isEqualTo("garden");
    assertThat(status.at("/projects/0/files").asInt()).isEqualTo(2);
    assertThat(status.at("/routes/0/verdict").asString()).isEqualTo("admitted");
    assertThat(status.at("/jobs/0/state").asString()).isEqualTo("completed");
  }

  @Test
  void wrongArgumentsAreTheToolsOwnError() {
    for (var wrong :
        new String[] {"{}", "{\"query\":\"a\",\"limit\":0}", "{\"query\":\"a\",\"colour\":1}"}) {
      var back = call("search", wrong);
      assertThat(back.status()).as(wrong).isEqualTo(200);
      assertThat(back.last().at("/result/isError").asBoolean()).as(wrong).isTrue();
      assertThat(back.last().at("/result/content/0/text").asString())
          .as(wrong)
          .containsAnyOf("query", "limit", "colour");
    }
  }

  @Test
  void progressComesBeforeTheAnswer() {
    var back =
        wire()
            .post(
                Wire.alone(
                        8, "tools/call", "\"name\":\"search\",\"arguments\":{\"query\":\"tulip\"},")
                    .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":\"p\","),
                Wire.aloneHeaders("tools/call", "search"));

    assertThat(back.events()).isTrue();
    assertThat(back.header("X-Accel-Buffering")).isEqualTo("no");
    var before = back.messages().subList(0, back.messages().size() - 1);
    assertThat(before).isNotEmpty();
    assertThat(before)
        .allSatisfy(
            message -> {
              assertThat(message.path("method").asString()).isEqualTo("notifications/progress");
              assertThat(message.at("/params/progressToken").asString()).isEqualTo("p");
              assertThat(message.at("/params/message").asString()).isNotEmpty();
            });
    assertThat(before.stream().map(m -> m.at("/params/progress").asInt()))
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(back.last().path("id").asInt()).isEqualTo(8);
  }

  @Test
  @DisplayName("headers that don't repeat the body are refused with -32020")
  void mismatchIsRefused() {
    var list = Wire.alone(1, "tools/list", "");
    refused(list, Wire.aloneHeaders("tools/call"), 400, -32020);
    refused(list, Map.of("MCP-Protocol-Version", "2026-07-28"), 400, -32020);
    refused(list, Map.of("Mcp-Method", "tools/list"), 400, -32020);
    refused(
        list,
        Map.of("MCP-Protocol-Version", "2025-11-25", "Mcp-Method", "tools/list"),
        400,
        -32020);
    var call = Wire.alone(1, "tools/call", "\"name\":\"read\",\"arguments\":{},");
    refused(call, Wire.aloneHeaders("tools/call", "search"), 400, -32020);
    refused(call, Wire.aloneHeaders("tools/call"), 400, -32020);
  }

  @Test
  void nameMayComeEncoded() {
    var back =
        wire()
            .post(
                Wire.alone(1, "tools/call", "\"name\":\"index_status\",\"arguments\":{},"),
                Wire.aloneHeaders("tools/call", "=?base64?aW5kZXhfc3RhdHVz?="));
    assertThat(back.last().at("/result/structuredContent").has("tables")).isTrue();
  }

  @Test
  @DisplayName("an unknown revision is refused with -32022 and the known ones")
  void unknownRevisionIsRefused() {
    var back =
        wire()
            .post(
                Wire.alone(1, "tools/list", "").replace("2026-07-28", "2099-01-01"),
                Map.of("MCP-Protocol-Version", "2099-01-01", "Mcp-Method", "tools/list"));
    assertThat(back.status()).isEqualTo(400);
    assertThat(back.last().at("/error/code").asInt()).isEqualTo(-32022);
    assertThat(back.last().at("/error/data/requested").asString()).isEqualTo("2099-01-01");
    assertThat(back.last().at("/error/data/supported").values()).isNotEmpty();
  }

  @Test
  void missingMetadataIsRefused() {
    var without = Wire.request(1, "tools/list", "{}");
    refused(without, Wire.aloneHeaders("tools/list"), 400, -32602);
    var half =
        Wire.request(
            1,
            "tools/list",
            "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}");
    refused(half, Wire.aloneHeaders("tools/list"), 400, -32602);
  }

  @Test
  void unknownMethodAndToolAreRefused() {
    refused(Wire.alone(1, "tools/run", ""), Wire.aloneHeaders("tools/run"), 404, -32601);
    refused(Wire.alone(1, "ping", ""), Wire.aloneHeaders("ping"), 404, -32601);
    refused(
        Wire.alone(1, "tools/call", "\"name\":\"no_such_tool\","),
        Wire.aloneHeaders("tools/call", "no_such_tool"),
        400,
        -32602);
  }

  private void refused(String message, Map<String, String> headers, int status, int code) {
    var back = wire().post(message, headers);
    assertThat(back.status()).as(message).isEqualTo(status);
    assertThat(back.last().at("/error/code").asInt()).as(message).isEqualTo(code);
    assertThat(back.last().path("id").asInt()).as(message).isEqualTo(1);
  }

  @Test
  void notesAreTakenWithoutABody() {
    var note =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1,"
            + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
    var back = wire().post(note, Wire.aloneHeaders("notifications/cancelled"));
    assertThat(back.status()).isEqualTo(202);
    assertThat(back.response().body()).isEmpty();
  }

  @Test
  void onlyPostIsAnswered() {
    for (var method : new String[] {"GET", "DELETE"}) {
      var back = wire().send(method, Map.of("MCP-Protocol-Version", "2026-07-28"));
      assertThat(back.status()).as(method).isEqualTo(405);
    }
  }

  @Test
  void whatIsNoMessageIsRefused() {
    for (var broken : new String[] {"{", "[]", "{\"jsonrpc\":\"1.0\",\"method\":\"ping\"}"}) {
      var back = wire().post(broken, Map.of());
      assertThat(back.status()).as(broken).isEqualTo(400);
      assertThat(back.last().at("/error/code").asInt()).as(broken).isIn(-32700, -32600);
    }
    var nullId = wire().post("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", Map.of());
    assertThat(nullId.last().at("/error/code").asInt()).isEqualTo(-32600);
  }
}
