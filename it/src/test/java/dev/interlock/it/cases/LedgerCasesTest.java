package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.PlainHttp;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Each attempt of every kind leaves a row, and the rows add up to what the engines saw.
final class LedgerCasesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder = Path.of("");

  private Station station(Yaml yaml) throws IOException {
    var station = Station.start(folder.resolve("home"), yaml.toString());
    for (var table : TableName.values()) {
      station.running().gatekeeper().ensure(table).join();
    }
    return station;
  }

  private static List<JsonNode> rows(Station station, String query) {
    var reply = station.get("/api/v1/ledger?last=1000" + query);
    assertThat(reply.status()).as(reply.message()).isEqualTo(200);
    return StreamSupport.stream(reply.json().path("attempts").spliterator(), false).toList();
  }

  private static long sum(List<JsonNode> rows, String field) {
    return rows.stream().mapToLong(row -> row.path(field).asLong()).sum();
  }

  private static JsonNode request(Station station, Station.Reply answer) {
    return station.get("/api/v1/ledger/" + answer.header("x-interlock-request-id")).json();
  }

  @Test
  @DisplayName("B7: an embeddings answer tells asked, resolved and served apart, and its row too")
  void embeddingsAnswerAndRowTellTheThreeFacts() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1))) {
      l1.forget();
      var body = "{\"model\":\"code-embedding\",\"input\":[\"a\",\"b\"]}";
      var answer =
          station.send(
              HttpRequest.newBuilder(URI.create(station.url() + "/v1/embeddings"))
                  .header("x-interlock-project", "app")
                  .POST(HttpRequest.BodyPublishers.ofString(body)));

      assertThat(answer.header("x-interlock-requested")).isEqualTo("code-embedding");
      assertThat(answer.header("x-interlock-resolved")).isEqualTo("embed-m");
      assertThat(answer.header("x-interlock-served-model")).isEqualTo("embed-m");
      assertThat(answer.header("x-interlock-served-by")).isEqualTo("L1");
      assertThat(answer.header("x-interlock-check")).isEqualTo("field");
      assertThat(answer.header("x-interlock-decision")).isEqualTo("primary");
      assertThat(answer.header("x-interlock-attempts")).isEqualTo("1");
      var told = request(station, answer);
      assertThat(told.path("state").asString()).isEqualTo("recorded");
      assertThat(told.path("attempts")).hasSize(1);
      var row = told.path("attempts").path(0);
      assertThat(row.path("requestId").asString())
          .isEqualTo(answer.header("x-interlock-request-id"));
      assertThat(row.path("kind").asString()).isEqualTo("embed");
      assertThat(row.path("caller").asString()).isEqualTo("local");
      assertThat(row.path("project").asString()).isEqualTo("app");
      assertThat(row.path("purpose").asString()).isEqualTo("code-embedding");
      assertThat(row.path("upstream").asString()).isEqualTo(l1.url().toString());
      assertThat(row.path("resolved").asString()).isEqualTo("embed-m");
      assertThat(row.path("ending").asString()).isEqualTo("answered");
      assertThat(row.path("status").asInt()).isEqualTo(200);
      assertThat(row.path("bytesOut").asInt()).isEqualTo(l1.requests().getFirst().body().length);
      assertThat(row.path("bytesIn").asInt()).isPositive();
      assertThat(row.path("promptTokens").asInt())
          .isEqualTo(answer.json().path("usage").path("prompt_tokens").asInt());
      assertThat(row.path("startedAt").asString()).startsWith("2026-01-01T00:00:00");
    }
  }

  @Test
  @DisplayName("B7: a fallback is two attempts of one request, and the answer says so")
  void fallbackIsTwoAttempts() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var l2 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1).local("L2", l2))) {
      l1.answering(Scripts.always(Reply.status(500, "out of memory")));

      var answer = station.embed("a");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("x-interlock-served-by")).isEqualTo("L2");
      assertThat(answer.header("x-interlock-decision")).isEqualTo("fallback");
      assertThat(answer.header("x-interlock-attempts")).isEqualTo("2");
      var attempts = request(station, answer).path("attempts");
      assertThat(attempts.path(0).path("route").asString()).isEqualTo("L1");
      assertThat(attempts.path(0).path("ending").asString()).isEqualTo("failed");
      assertThat(attempts.path(0).path("status").asInt()).isEqualTo(500);
      assertThat(attempts.path(0).path("reason").asString()).contains("out of memory");
      assertThat(attempts.path(1).path("attempt").asInt()).isEqualTo(2);
      assertThat(attempts.path(1).path("decision").asString()).isEqualTo("fallback");
      assertThat(attempts.path(1).path("ending").asString()).isEqualTo("answered");
    }
  }

  @Test
  void whatIsTooLongOrFindsNoRouteIsARowThatWasNotSent() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1, "model: embed-m, maxTokens: 64"))) {
      l1.forget();
      var tooLong = station.embed("word ".repeat(200));
      assertThat(tooLong.code()).isEqualTo("context_length_exceeded");
      assertNotSent(request(station, tooLong), "L1", "longer than the 64 tokens");
      assertThat(l1.requests()).isEmpty();

      l1.stop();
      var unreachable = station.embed("a");
      assertThat(unreachable.status()).isEqualTo(503);
      assertNotSent(request(station, unreachable), "", "L1");
    }
  }

  private static void assertNotSent(JsonNode told, String route, String reason) {
    var last = told.path("attempts").path(told.path("attempts").size() - 1);
    assertThat(last.path("ending").asString()).isEqualTo("not_sent");
    assertThat(last.path("route").asString("")).contains(route);
    assertThat(last.path("reason").asString()).contains(reason);
    assertThat(last.path("bytesOut").asInt()).isZero();
  }

  @Test
  void unknownModelAndWrongBodyMakeNoRow() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1))) {
      var unknown = station.post("/v1/embeddings", "{\"model\":\"no-such-model\",\"input\":\"a\"}");
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(request(station, unknown).path("state").asString()).isEqualTo("open");
      assertThat(station.post("/v1/embeddings", "{").status()).isEqualTo(400);
      assertThat(rows(station, "&kind=embed")).isEmpty();
    }
  }

  @Test
  void searchMakesARowForEachSpaceAndALexicalOneARowWithoutRoute() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 3);
    Tree.file(root, "a.java", "class Anchor { int depth; }\n");
    try (var l1 = ScriptedEmbeddings.start(Scripts.bagOfWords(64));
        var station = station(new Yaml().local("L1", l1))) {
      station.indexed(root);

      var hybrid = request(station, station.search("word2", "hybrid")).path("attempts");
      assertThat(hybrid).hasSize(2);
      assertThat(hybrid)
          .extracting(a -> a.path("purpose").asString())
          .containsExactly("code-embedding", "text-embedding");
      assertThat(hybrid).extracting(a -> a.path("attempt").asInt()).containsExactly(1, 2);
      assertThat(hybrid).allMatch(a -> a.path("kind").asString().equals("search"));

      var lexical = request(station, station.search("word2", "lexical")).path("attempts");
      assertThat(lexical).hasSize(1);
      assertThat(lexical.path(0).path("route").isNull()).isTrue();
      assertThat(lexical.path(0).path("ending").asString()).isEqualTo("answered");

      var body = "{\"query\":\"word2\",\"mode\":\"lexical\",\"project\":\"root\"}";
      var filtered = request(station, station.post("/api/v1/search", body)).path("attempts");
      assertThat(filtered.path(0).path("project").asString()).isEqualTo("root");
    }
  }

  @Test
  @DisplayName("B8: the rows of probes, a job, embeds and searches add up to what the engine saw")
  void rowsAddUp() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 50);
    var settings = "model: embed-m, maxTokens: 2048, maxBatch: 16";
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1, settings))) {
      var job = station.indexed(root);
      assertThat(job.path("state").asString()).isEqualTo("completed");
      station.embed("a", "b", "c");
      station.search("word7", "hybrid");

      var rows = rows(station, "");
      var sent = l1.requests().stream().mapToLong(r -> r.body().length).sum();
      assertThat(sum(rows, "bytesOut")).isEqualTo(sent);
      var index = rows(station, "&kind=index");
      assertThat(index)
          .hasSize((int) l1.requests().stream().filter(LedgerCasesTest::notes).count());
      assertThat(index)
          .allMatch(row -> row.path("project").asString().equals("root"))
          .allMatch(row -> row.path("caller").asString().equals("interlock"))
          .allMatch(row -> row.path("ending").asString().equals("answered"));
      var probes = rows(station, "&kind=probe");
      assertThat(probes)
          .as("a pass is one row, however many calls it takes")
          .hasSizeBetween(3, 12)
          .allMatch(row -> row.path("requested").asString().matches("\\d+ (probes|canaries)"));
      assertThat(rows)
          .hasSize(
              index.size()
                  + probes.size()
                  + rows(station, "&kind=embed").size()
                  + rows(station, "&kind=search").size());
    }
  }

  private static boolean notes(Request request) {
    return request.texts().stream().anyMatch(t -> t.startsWith("Note word"))
        && request.texts().stream().allMatch(t -> t.startsWith("Note word"));
  }

  @Test
  void filtersAreUnderstoodOrRefused() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1))) {
      station.embed("a");
      station.time().advance(Duration.ofHours(2));
      station.embed("b");

      assertThat(rows(station, "&kind=embed&since=1h")).hasSize(1);
      assertThat(rows(station, "&kind=embed&since=2026-01-01T00:00:00Z")).hasSize(2);
      assertThat(rows(station, "&profile=code-embedding&route=L1&ending=answered&kind=embed"))
          .hasSize(2);
      assertThat(station.get("/api/v1/ledger?last=1").json().path("attempts")).hasSize(1);
      refused(station, "last=0", "last", "1 to 1000");
      refused(station, "last=1001", "last", "1 to 1000");
      refused(station, "last=x", "last", "1 to 1000");
      refused(station, "kind=chats", "kind", "probe, embed, chat, rerank, search, index");
      refused(station, "ending=fine", "ending", "not_sent");
      refused(station, "since=yesterday", "since", "1h");
      refused(station, "route=", "route", "");
      refused(station, "rout=L1", "rout", "route");
      var missing = station.get("/api/v1/ledger/req_zzzzzzzz");
      assertThat(missing.status()).isEqualTo(404);
      assertThat(missing.code()).isEqualTo("request_not_found");
    }
  }

  private static void refused(Station station, String query, String param, String allowed) {
    var reply = station.get("/api/v1/ledger?" + query);
    assertThat(reply.status()).as(query).isEqualTo(400);
    var error = reply.json().path("error");
    assertThat(error.path("param").asString()).isEqualTo(param);
    assertThat(error.path("interlock").path("hint").asString()).contains("allowed", allowed);
  }

  @Test
  void projectThatCanBeNoNameIsRefused() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1))) {
      var reply =
          station.send(
              HttpRequest.newBuilder(URI.create(station.url() + "/v1/embeddings"))
                  .header("x-interlock-project", "p".repeat(201))
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"model\":\"code-embedding\",\"input\":\"a\"}")));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.json().path("error").path("param").asString())
          .isEqualTo("x-interlock-project");
    }
  }

  @Test
  void oldRowsGoAfterTheTimeThatTheSettingsName() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      var yaml = new Yaml().local("L1", l1) + "ledger: {keep: 2h}\n";
      String id;
      try (var station = Station.start(folder.resolve("home"), yaml)) {
        station.gate("L1", TableName.CODE);
        id = station.embed("a").header("x-interlock-request-id");
        station.time().advance(Duration.ofMinutes(90));
        assertThat(station.get("/api/v1/ledger/" + id).status()).isEqualTo(200);
        station.time().advance(Duration.ofHours(2));
        var later = station.embed("b").header("x-interlock-request-id");

        awaitGone(station, id);
        assertThat(station.get("/api/v1/ledger/" + later).json().path("state").asString())
            .isEqualTo("recorded");
      }
    }
  }

  /// Rows are removed on a thread of its own.
  private static void awaitGone(Station station, String id) {
    long start = System.nanoTime();
    while (station
        .get("/api/v1/ledger/" + id)
        .json()
        .path("state")
        .asString("")
        .equals("recorded")) {
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(60).toNanos());
    }
  }

  @Test
  void tailTellsEachAttemptAsItEnds() throws Exception {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1));
        var client = PlainHttp.client()) {
      // So that the gate's own rows are told before anybody listens.
      station.get("/api/v1/ledger?last=1");
      var uri = URI.create(station.url() + "/api/v1/ledger/tail");
      var answer =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines());
      try (var body = answer.body()) {
        var lines = body.iterator();
        assertThat(lines.next()).isEqualTo(": listening");
        assertThat(lines.next()).isEmpty();

        var first = station.embed("a").header("x-interlock-request-id");
        var second = station.embed("b").header("x-interlock-request-id");

        for (var id : List.of(first, second)) {
          // Asked for first, which ends the ledger's rest: time stands still here.
          var row = station.get("/api/v1/ledger/" + id).json().path("attempts").path(0);
          assertThat(lines.next()).isEqualTo("event: attempt");
          assertThat(JSON.readTree(lines.next().substring("data: ".length()))).isEqualTo(row);
          assertThat(lines.next()).isEmpty();
        }
        assertThat(answer.headers().firstValue("content-type")).contains("text/event-stream");
      }
    }
  }

  @Test
  @DisplayName("C102: nothing of a caller's own keys reaches the engine, nor the ledger")
  void callersKeysStayHere() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(new Yaml().local("L1", l1))) {
      l1.forget();
      var answer =
          station.send(
              HttpRequest.newBuilder(URI.create(station.url() + "/v1/embeddings"))
                  .header("Authorization", "Bearer KEY-CALLER-0001")
                  .header("Cookie", "session=KEY-CALLER-0001")
                  .header("x-api-key", "KEY-CALLER-0001")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"model\":\"code-embedding\",\"input\":\"a\"}")));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(l1.requests()).hasSize(1);
      var seen = l1.requests().getFirst();
      assertThat(seen.headers()).doesNotContainKeys("authorization", "cookie", "x-api-key");
      assertThat(seen.headers().toString() + seen.json()).doesNotContain("KEY-CALLER-0001");
      assertThat(request(station, answer).toString()).doesNotContain("KEY-CALLER-0001");
    }
  }
}
