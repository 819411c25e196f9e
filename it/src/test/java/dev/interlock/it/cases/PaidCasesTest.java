package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.runtime.store.LedgerFilter;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import dev.interlock.wire.openai.EmbeddingsCall;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pins, fallbacks and one budget over all endpoints, where vectors are paid for.
final class PaidCasesTest {
  private static final Script VECTORS = Scripts.hashing(16);
  private static final VectorFunction FUNCTION = VectorFunction.hashing(16);

  @TempDir private Path folder = Path.of("");

  private static List<Request> notes(ScriptedEmbeddings cloud) {
    return cloud.requests().stream()
        .filter(r -> r.texts().stream().anyMatch(text -> text.contains("matter")))
        .toList();
  }

  @Test
  @DisplayName("C31, A2: a cloud that has not passed the gate is no fallback, and the 429 is told")
  void unprovenIsNoFallback() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(Scripts.bagOfWords(16));
        var l1 = ScriptedEmbeddings.start(VECTORS);
        var station = new VectorYaml(cloud).policy("backup").localFirst("L1", l1).start(folder)) {
      assertThat(station.gate("C1", TableName.CODE).path("verdict").asString())
          .isEqualTo("refused");
      var slow = Map.of("retry-after", "30", "content-type", "application/json");
      l1.answering(_ -> new Reply.Status(429, "{\"error\":{\"message\":\"slow\"}}", slow));

      var answer = station.embed("a text");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(Integer.parseInt(answer.header("retry-after"))).isBetween(28, 30);
      assertThat(answer.code()).isEqualTo("upstream_rate_limited");
      assertThat(cloud.texts()).doesNotContain("a text");
    }
  }

  @Test
  @DisplayName("C31, A2: a cloud that has passed the gate takes over from a local 429")
  void provenTakesOver() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var l1 = ScriptedEmbeddings.start(VECTORS);
        var station = new VectorYaml(cloud).policy("backup").localFirst("L1", l1).start(folder)) {
      l1.answering(_ -> Reply.status(429, "slow"));

      var answer = station.embed("a text");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("x-interlock-served-by")).isEqualTo("C1");
      assertThat(answer.header("x-interlock-decision")).isEqualTo("fallback");
    }
  }

  @Test
  @DisplayName("C33, A7: a pin goes along with each call, and nobody else's answer is stored")
  void pinIsKept() throws IOException {
    var oneByOne =
        "pin: prov-a, maxBatch: 1, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 0}";
    try (var cloud = ScriptedEmbeddings.telling(Scripts.with(VECTORS, "provider", "\"Prov A\""));
        var station = new VectorYaml(cloud).route(oneByOne).start(folder.resolve("h"))) {
      var job = station.indexed(Tree.notes(folder.resolve("root"), 5));
      assertThat(job.path("stored").asInt()).isEqualTo(5);
      assertThat(notes(cloud))
          .hasSize(5)
          .allMatch(
              r ->
                  r.json()
                      .contains("\"provider\":{\"only\":[\"prov-a\"],\"allow_fallbacks\":false}"));

      cloud.answering(Scripts.with(VECTORS, "provider", "\"prov-b\""));
      var answer = station.embed("a text");
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.code()).isEqualTo("answer_mismatch");
      assertThat(answer.message()).contains("prov-b", "pinned to prov-a");
    }
  }

  @Test
  @DisplayName("C33, A7: a provider's name that does not tell its tag is looked up, once")
  void nameIsLookedUp() throws IOException {
    var listed =
        """
        {"data":{"id":"m","endpoints":[
          {"provider_name":"Alpha Inc.","tag":"prov-a/fp32"},
          {"provider_name":"Beta","tag":"prov-b/fp8"}]}}
        """;
    Script telling =
        Scripts.with(VECTORS, "provider", "\"Alpha Inc.\"")
            .except(r -> r.path().equals("/v1/models/m/endpoints"), Reply.json(listed));
    try (var cloud = ScriptedEmbeddings.telling(telling);
        var station = new VectorYaml(cloud).kind("openrouter").start(folder)) {
      assertThat(station.embed("a text").status()).isEqualTo(200);
      assertThat(cloud.requests()).filteredOn(r -> r.path().endsWith("/endpoints")).hasSize(1);

      cloud.answering(Scripts.with(VECTORS, "provider", "\"Beta\""));
      assertThat(station.embed("a text").code()).isEqualTo("answer_mismatch");
    }
  }

  @Test
  @DisplayName("C33, A7: vectors of another provider than the pinned one become no rows")
  void foreignVectorsAreNotStored() throws IOException {
    var foreign = new AtomicBoolean();
    var spoilt =
        VECTORS.except(
            r -> r.texts().toString().contains("matter") && foreign.compareAndSet(false, true),
            r -> ((Reply.Vectors) Scripts.hashing(8).answer(r)).with("provider", "\"prov-b\""));
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var station = new VectorYaml(cloud).start(folder.resolve("h"))) {
      cloud.answering(spoilt);
      var id = station.index(Tree.notes(folder.resolve("root"), 5)).json().at("/job/id").asString();
      var job =
          station.awaitJob(
              id,
              j -> {
                station.time().advance(Duration.ofSeconds(10));
                return Found.state(j).equals("completed");
              });
      assertThat(foreign).isTrue();
      assertThat(job.path("stored").asInt()).isEqualTo(5);
      assertThat(Found.paths(station.search(Tree.text(3), "vector"))).first().isEqualTo("n0003.md");
      assertThat(rows(station))
          .filteredOn(r -> r.result().reason().contains("prov-b"))
          .singleElement()
          .matches(r -> !r.result().ending().word().equals("answered"));
    }
  }

  @Test
  @DisplayName("C33, A7: without a pin an account's route embeds nothing, but ranks")
  void withoutPin() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(_ -> Reply.json(RANKED))) {
      var unpinned = new VectorYaml(cloud).route("maxBatch: 8").toString();
      assertThatThrownBy(() -> Station.start(folder.resolve("a"), unpinned))
          .hasMessageContaining("names no upstream provider: give the route a pin");
      var ranking = unpinned.replaceFirst("(?s)roles:.*", "") + RANKS;
      try (var station = Station.start(folder.resolve("b"), ranking)) {
        VectorYaml.push(station);
        var ranked = station.post("/v1/rerank", RANK);
        assertThat(ranked.status()).as(ranked.response().body()).isEqualTo(200);
        assertThat(ranked.header("x-interlock-cost-usd")).isEqualTo("0.10");
        assertThat(cloud.texts()).isEmpty();
      }
    }
  }

  private static final String RANKS =
      "profiles:\n  ranks: {kind: rerank, tiers: [{routes: [C1]}]}\n";
  private static final String RANK = "{\"model\":\"ranks\",\"query\":\"q\",\"documents\":[\"d\"]}";
  private static final String RANKED =
      "{\"model\":\"m\",\"results\":[{\"index\":0,\"relevance_score\":0.5}],"
          + "\"usage\":{\"total_tokens\":4,\"cost\":0.1}}";

  private static List<Attempt> rows(Station station) {
    return station.running().ledger().newest(new LedgerFilter(Map.of(), Optional.empty(), 1_000));
  }

  /// One cloud for all endpoints. Only what is asked for with `dear` in it costs something.
  private static ChatReply cloud(Request request) {
    return switch (request.path()) {
      case "/v1/embeddings" -> embedded(request);
      case "/v1/rerank" -> ChatReply.json(200, RANKED);
      case "/v1/models" -> ChatReply.json(200, "{\"data\":[]}");
      default ->
          request.json().contains("\"stream\":true")
              ? ChatReply.stream()
                  .events(Chats.chunks("m", "hello"))
                  .events(priced(Chats.usage("m"), "0.40"))
                  .done()
              : ChatReply.json(200, priced(Chats.plain("m", "hello"), "0.30"));
    };
  }

  private static String priced(String body, String cost) {
    return body.replaceFirst(
        "\"usage\":\\{[^}]*}",
        "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"cost\":%s}".formatted(cost));
  }

  private static ChatReply embedded(Request request) {
    var texts =
        ((EmbeddingsCall.Parsed.Valid) EmbeddingsCall.parse(request.body())).call().inputs();
    var data =
        texts.stream()
            .map(text -> "{\"embedding\":%s}".formatted(Arrays.toString(FUNCTION.vector(text))))
            .collect(Collectors.joining(","));
    var cost = texts.contains("dear") ? ",\"cost\":0.2" : "";
    return ChatReply.json(
        200,
        "{\"model\":\"m\",\"data\":[%s],\"usage\":{\"total_tokens\":1%s}}".formatted(data, cost));
  }

  private static String everything(ScriptedChat cloud) {
    return """
    accounts:
      C1: {kind: openai, url: "%s", dailyUsd: 1.00}
    routes:
      C1: {account: C1, model: m, pin: p, maxTokens: 2048, maxCompletionTokens: 1000, price: {promptUsdPerMillion: 0.001, completionUsdPerMillion: 0.001}}
    roles:
      code-embedding: {policy: cloud, routes: [C1]}
      text-embedding: {policy: cloud, routes: [C1]}
    profiles:
      coder: {kind: generate, tiers: [{routes: [C1]}]}
      ranks: {kind: rerank, tiers: [{routes: [C1]}]}
    """
        .formatted(cloud.url());
  }

  @Test
  @DisplayName("C33, A7: a pin goes with each call of its route, beside what its caller wishes")
  void pinned() throws IOException {
    try (var cloud = ScriptedChat.start(PaidCasesTest::cloud);
        var station = Station.start(folder.resolve("h"), everything(cloud))) {
      VectorYaml.admit(station);
      cloud.forget();
      var choosy = "{\"provider\":{\"order\":[\"q\"],\"zdr\":true},\"model\"";
      assertThat(station.embed("a text").status()).isEqualTo(200);
      assertThat(station.post("/v1/rerank", RANK).status()).isEqualTo(200);
      assertThat(Talk.answer(station, ChatCasesTest.PLAIN).status()).isEqualTo(200);
      assertThat(Talk.answer(station, ChatCasesTest.STREAMED).status()).isEqualTo(200);
      var wishes = ChatCasesTest.PLAIN.replace("{\"model\"", choosy);
      assertThat(Talk.answer(station, wishes).status()).as(wishes).isEqualTo(200);

      var asked = cloud.requests().stream().filter(r -> r.method().equals("POST")).toList();
      var only = "\"only\":[\"p\"],\"allow_fallbacks\":false}";
      assertThat(asked).hasSizeGreaterThanOrEqualTo(5).allMatch(r -> r.json().contains(only));
      assertThat(asked.getLast().json())
          .contains("\"provider\":{\"zdr\":true,")
          .doesNotContain("q\"]");
    }
  }

  @Test
  @DisplayName("C52, B5: vectors, rankings, chats, streams and jobs count into one day's budget")
  void allEndpointsCount() throws IOException {
    try (var cloud = ScriptedChat.start(PaidCasesTest::cloud);
        var station = Station.start(folder.resolve("h"), everything(cloud))) {
      VectorYaml.admit(station);
      assertThat(station.embed("dear").status()).isEqualTo(200);
      assertThat(station.post("/v1/rerank", RANK).status()).isEqualTo(200);
      assertThat(Talk.answer(station, ChatCasesTest.PLAIN).status()).isEqualTo(200);
      assertThat(Talk.answer(station, ChatCasesTest.STREAMED).status()).isEqualTo(200);

      var paid =
          rows(station).stream()
              .filter(r -> r.cost().filter(c -> c.amount().nanos() > 1_000_000).isPresent())
              .toList();
      assertThat(paid)
          .extracting(r -> r.errand().kind().word())
          .containsExactlyInAnyOrder("embed", "rerank", "chat", "chat");
      assertThat(paid.stream().mapToLong(r -> r.cost().orElseThrow().amount().nanos()).sum())
          .isEqualTo(1_000_000_000);
      assertThat(paid)
          .allMatch(r -> r.errand().asker().purpose().isPresent())
          .allMatch(r -> r.names().resolved().equals(Optional.of("m")));

      int before = cloud.requests().size();
      var refused = station.embed("dear");
      assertThat(refused.status()).isEqualTo(402);
      assertThat(refused.code()).isEqualTo("budget_exhausted");
      assertThat(station.post("/v1/rerank", RANK).status()).isEqualTo(402);
      assertThat(Talk.answer(station, ChatCasesTest.PLAIN).status()).isEqualTo(402);
      assertThat(Talk.answer(station, ChatCasesTest.STREAMED).status()).isEqualTo(402);
      var root = Tree.notes(folder.resolve("root"), 3);
      var id = station.index(root).json().at("/job/id").asString();
      station.awaitJob(id, job -> Found.state(job).equals("paused_until"));
      assertThat(cloud.requests()).hasSize(before);
    }
  }
}
