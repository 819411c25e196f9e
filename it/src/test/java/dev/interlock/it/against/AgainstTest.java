package dev.interlock.it.against;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.it.refused.FullMiniLmEngine;
import dev.interlock.runtime.gate.Trial;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `gate --against` over HTTP: one server that is no route, against tables that the embedded
/// encoder built.
@DisplayName("A3: a server tried against a table")
final class AgainstTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String MODELS =
      "{\"object\":\"list\",\"data\":[{\"id\":\"one\"},{\"id\":\"two\"}]}";
  private static final String CODE_ONLY =
      "roles: {code-embedding: {policy: local, routes: [embedded]}}\n";

  @TempDir private static Path folder = Path.of("");

  private static Station station;

  @BeforeAll
  static void start() throws IOException {
    station = Station.start(folder.resolve("home"), CODE_ONLY);
    assertThat(station.gate("embedded", TableName.CODE).path("verdict").asString())
        .isEqualTo("admitted");
  }

  @AfterAll
  static void stop() {
    station.close();
  }

  private static Station.Reply against(Map<String, Object> body) {
    return station.post("/api/v1/gate/against", JSON.writeValueAsString(body));
  }

  private static JsonNode report(String table, String url, String model) {
    var reply = against(Map.of("table", table, "url", url, "model", model));
    assertThat(reply.status()).as(reply.message()).isEqualTo(200);
    return reply.json();
  }

  private static JsonNode rule(JsonNode report, String rule) {
    return report
        .path("rules")
        .valueStream()
        .filter(r -> r.path("rule").asString().equals(rule))
        .findFirst()
        .orElseThrow();
  }

  /// What a trial must leave as it was.
  private static JsonNode kept() {
    return JSON.createObjectNode()
        .set("gate", station.get("/api/v1/gate").json())
        .set("tables", station.get("/api/v1/tables").json());
  }

  @Test
  @DisplayName("A3: the same encoder behind a URL is admitted as the same, and nothing is kept")
  void theSameEncoderIsAdmitted() throws IOException {
    try (var other = Station.start(folder.resolve("other"), CODE_ONLY)) {
      assertThat(other.gate("embedded", TableName.CODE).path("verdict").asString())
          .isEqualTo("admitted");
      var before = kept();
      var report = report("code-embedding", other.url() + "/v1", "code-embedding");

      assertThat(report.path("verdict").asString()).isEqualTo("admitted");
      assertThat(report.path("grade").asString()).isEqualTo("same");
      assertThat(report.path("reason").asString()).isEmpty();
      assertThat(report.path("minCosine").asDouble()).isGreaterThan(0.999);
      assertThat(report.path("dimension").asInt()).isEqualTo(384);
      assertThat(report.path("batch").asInt()).isEqualTo(32);
      assertThat(report.path("rules").valueStream().map(r -> r.path("holds").asBoolean()))
          .hasSize(9)
          .containsOnly(true);
      assertThat(kept()).isEqualTo(before);
    }
  }

  @Test
  void theOnlyModelThatIsOfferedNeedNoName() {
    Script one =
        Scripts.hashing(384)
            .except(
                request -> request.method().equals("GET"),
                Reply.json("{\"data\":[{\"id\":\"only\"}]}"));
    try (var host = ScriptedEmbeddings.telling(one)) {
      var reply = against(Map.of("table", "code", "url", host.url().toString()));
      assertThat(reply.status()).as(reply.message()).isEqualTo(200);
      assertThat(reply.json().path("verdict").asString()).isEqualTo("refused");
      assertThat(reply.json().path("identity").path("model").asString()).isEqualTo("only");
      assertThat(reply.json().path("remedy").asString()).contains("another model");
    }
  }

  @Test
  @DisplayName("A3: the full build is refused, with the text that proves it and every rule")
  void theFullBuildIsRefused() throws IOException {
    try (var engine = FullMiniLmEngine.start(folder.resolve("home/unpacked"))) {
      var before = kept();
      var report = report("code", engine.url(), FullMiniLmEngine.MODEL);

      assertThat(report.path("verdict").asString()).isEqualTo("refused");
      assertThat(report.path("grade").asString()).isEqualTo("refused");
      assertThat(report.path("minCosine").asDouble()).isBetween(0.94, 0.985);
      assertThat(report.path("meanCosine").asDouble()).isGreaterThan(0.98);
      assertThat(report.path("worstProbe").asString())
          .isEqualTo(rule(report, "minimum").path("probe").asString());
      assertThat(report.path("worstText").asString()).isNotBlank();
      assertThat(report.path("reason").asString()).contains("0.99");
      assertThat(report.path("remedy").asString()).isNotBlank();
      assertThat(report.path("identity").path("served").asString())
          .isEqualTo(FullMiniLmEngine.MODEL);
      assertThat(rule(report, "minimum").path("holds").asBoolean()).isFalse();
      assertThat(rule(report, "minimum").path("failing").size()).isPositive();
      assertThat(rule(report, "dimension").path("holds").asBoolean()).isTrue();
      assertThat(rule(report, "tail-pair").path("holds").asBoolean()).isTrue();
      assertThat(engine.beyondProbes()).isZero();
      assertThat(kept()).isEqualTo(before);
    }
  }

  @Test
  @DisplayName(
      "A18: a trial's passes are rows under the id of its request, also where nobody is there")
  void aTrialIsInTheLedger() {
    try (var host = ScriptedEmbeddings.start(Scripts.hashing(16))) {
      var rows = rows(Map.of("table", "code", "url", host.url().toString(), "model", "tiny"));
      assertThat(rows).hasSize(1);
      assertThat(rows.getFirst().path("kind").asString()).isEqualTo("probe");
      assertThat(rows.getFirst().path("route").asString()).isEqualTo("trial");
      assertThat(rows.getFirst().path("resolved").asString()).isEqualTo("tiny");
      assertThat(rows.getFirst().path("ending").asString()).isEqualTo("answered");
      host.stop();
      var unsent = rows(Map.of("table", "code", "url", host.url().toString(), "model", "tiny"));
      assertThat(unsent).hasSize(1);
      assertThat(unsent.getFirst().path("ending").asString()).isEqualTo("not_sent");
      assertThat(unsent.getFirst().path("reason").asString()).contains("refused");
    }
  }

  private static List<JsonNode> rows(Map<String, Object> asked) {
    var id = against(asked).header("x-interlock-request-id");
    return station.get("/api/v1/ledger/" + id).json().path("attempts").valueStream().toList();
  }

  @Test
  void anotherWidthIsRefusedAtOnce() {
    try (var host = ScriptedEmbeddings.start(Scripts.hashing(16))) {
      var report = report("code", host.url().toString(), "tiny");
      assertThat(report.path("verdict").asString()).isEqualTo("refused");
      assertThat(report.path("dimension").asInt()).isEqualTo(16);
      assertThat(report.path("minCosine").isNull()).isTrue();
      assertThat(rule(report, "dimension").path("holds").asBoolean()).isFalse();
      assertThat(rule(report, "dimension").path("floor").asInt()).isEqualTo(384);
      assertThat(rule(report, "minimum").path("holds").isNull()).isTrue();
      assertThat(report.path("remedy").asString()).contains("384");
    }
  }

  @Test
  void nobodyThereIsSaid() {
    var host = ScriptedEmbeddings.start(Scripts.hashing(4));
    var url = host.url().toString();
    host.close();
    var report = report("code", url, "m");
    assertThat(report.path("verdict").asString()).isEqualTo("probe_failed");
    assertThat(report.path("code").asString()).isEqualTo("upstream_unreachable");
    assertThat(report.path("reason").asString()).contains("refused");
  }

  @Test
  void aWrongModelIsToldTheNamesThatTheServerOffers() {
    Script script =
        request ->
            request.method().equals("GET")
                ? Reply.json(MODELS)
                : Reply.status(404, "model three does not exist");
    try (var host = ScriptedEmbeddings.telling(script)) {
      var report = report("code", host.url().toString(), "three");
      assertThat(report.path("verdict").asString()).isEqualTo("probe_failed");
      assertThat(report.path("code").asString()).isEqualTo("upstream_denied");
      assertThat(report.path("reason").asString()).contains("404", "three does not exist");
      assertThat(
              report
                  .path("identity")
                  .path("offered")
                  .valueStream()
                  .map(JsonNode::asString)
                  .toList())
          .isEqualTo(List.of("one", "two"));

      var unnamed = against(Map.of("table", "code", "url", host.url().toString()));
      assertThat(unnamed.status()).isEqualTo(400);
      assertThat(unnamed.code()).isEqualTo("model_missing");
      assertThat(unnamed.response().body()).contains("one, two");
    }
  }

  @Test
  void aServerThatWantsAKeyIsSaid() {
    try (var host = ScriptedEmbeddings.start(Scripts.always(Reply.status(401, "no key")))) {
      var report = report("code", host.url().toString(), "m");
      assertThat(report.path("code").asString()).isEqualTo("upstream_denied");
      assertThat(report.path("reason").asString()).contains("401: no key");
    }
  }

  @Test
  @DisplayName("A2: a model that its host passes on is tried only where that is said")
  void aModelThatRunsElsewhereIsNotAskedUnsaid() {
    Script ollama =
        request ->
            switch (request.path()) {
              case "/v1/models" -> Reply.json("{\"data\":[{\"id\":\"m:latest\"}]}");
              case "/api/tags" ->
                  Reply.json(
                      "{\"models\":[{\"name\":\"m:latest\",\"model\":\"m:latest\","
                          + "\"digest\":\"1b22\",\"remote_host\":\"https://ollama.com:443\"}]}");
              case "/api/show" -> Reply.json("{\"details\":{\"family\":\"bert\"}}");
              default -> Reply.status(404, "no");
            };
    try (var host = ScriptedEmbeddings.telling(ollama)) {
      var body = Map.of("table", "code", "url", host.url().toString(), "dialect", "ollama");
      var report = against(new LinkedHashMap<>(body)).json();
      assertThat(report.path("verdict").asString()).isEqualTo("probe_failed");
      assertThat(report.path("reason").asString()).contains("ollama.com", "--cloud");
      assertThat(host.texts()).isEmpty();

      var cloud = new LinkedHashMap<String, Object>(body);
      cloud.put("cloud", true);
      assertThat(against(cloud).json().path("reason").asString()).doesNotContain("--cloud");
      assertThat(host.requests()).anyMatch(r -> r.path().equals("/api/embed"));
    }
  }

  @Test
  void aTableWithoutAnchorsIsAClearError() {
    try (var host = ScriptedEmbeddings.start(Scripts.hashing(384))) {
      var reply = against(Map.of("table", "docs", "url", host.url().toString(), "model", "m"));
      assertThat(reply.status()).isEqualTo(409);
      assertThat(reply.code()).isEqualTo("table_not_born");
      assertThat(reply.message()).contains("docs", "no anchors");
      assertThat(host.requests()).isEmpty();
    }
  }

  @Test
  void whatIsAskedWronglyIsRefusedBeforeAnythingIsSent() {
    assertThat(against(Map.of("url", "http://127.0.0.1:1")).message()).contains("table");
    assertThat(against(Map.of("table", "code")).message()).contains("url");
    assertThat(against(Map.of("table", "rows", "url", "http://127.0.0.1:1")).response().body())
        .contains("code, code-embedding, docs, text-embedding");
    assertThat(against(Map.of("table", "code", "url", "http://u:secret@gpu/v1")).response().body())
        .contains("user or password")
        .doesNotContain("secret@");
    assertThat(
            against(Map.of("table", "code", "url", "http://gpu", "dialect", "klingon"))
                .response()
                .body())
        .contains("openai");
    var outside = against(Map.of("table", "code", "url", "https://api.example.org/v1"));
    assertThat(outside.status()).isEqualTo(400);
    assertThat(outside.code()).isEqualTo("address_outside");
    assertThat(outside.response().body()).contains("--cloud");
  }

  @Test
  @DisplayName("A3: a trial needs the admin token, since it sends something out")
  void needsTheAdminToken() {
    var reply =
        station.send(
            HttpRequest.newBuilder(URI.create(station.url() + "/api/v1/gate/against"))
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
    assertThat(reply.status()).isEqualTo(401);
  }

  @Test
  void aServerThatNeverAnswersIsGivenUpAtTheLimit() {
    Script script =
        request -> request.method().equals("GET") ? Reply.json(MODELS) : new Reply.Hang();
    try (var host = ScriptedEmbeddings.telling(script)) {
      var running =
          CompletableFuture.supplyAsync(() -> report("code", host.url().toString(), "one"));
      host.awaitRequests(4);
      station.time().advance(Trial.LIMIT);
      var report = running.join();
      assertThat(report.path("code").asString()).isEqualTo("upstream_timeout");
      assertThat(report.path("reason").asString()).contains("within 30 s");
      host.awaitAbandoned(1);
    }
  }

  @Test
  void aThirdTrialAtOnceIsTurnedAway() {
    var until = new CompletableFuture<Void>();
    Script script =
        request ->
            request.method().equals("GET")
                ? Reply.json(MODELS)
                : new Reply.Held(until, Reply.status(404, "no"));
    try (var host = ScriptedEmbeddings.telling(script)) {
      var url = host.url().toString();
      var running =
          IntStream.range(0, 2)
              .mapToObj(_ -> CompletableFuture.supplyAsync(() -> report("code", url, "one")))
              .toList();
      host.awaitRequests(8);
      var third = against(Map.of("table", "code", "url", url, "model", "one"));
      assertThat(third.status()).isEqualTo(429);
      assertThat(third.code()).isEqualTo("too_many_trials");
      until.complete(null);
      running.forEach(
          r -> assertThat(r.join().path("verdict").asString()).isEqualTo("probe_failed"));
      assertThat(report("code", url, "one").path("code").asString()).isEqualTo("upstream_denied");
    }
  }

  @Test
  void theSchemaOfTheSettingsIsServed() {
    var reply = station.get("/interlock.schema.json");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("content-type")).isEqualTo("application/schema+json");
    assertThat(reply.json().path("properties").has("roles")).isTrue();
  }
}
