package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.it.Station;
import dev.interlock.runtime.store.LedgerFilter;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// `POST /v1/rerank` over engines that answer by a script.
final class RerankCasesTest {
  private static final String THREE = "'documents':['a','b','c']";
  private static final String SCORES =
      "{'model':'m','usage':{'prompt_tokens':9,'total_tokens':9},'results':[%s]}";
  private static final String SOUND =
      SCORES.formatted(result(2, "0.9") + ',' + result(0, "-11.25") + ',' + result(1, "0.9"));

  private final ScriptedChat one = ScriptedChat.start(_ -> json(SOUND));
  private final ScriptedChat two = ScriptedChat.start(_ -> json(SOUND.replace("0.9", "7")));
  @TempDir private Path folder = Path.of("");
  private Optional<Station> opened = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    open("attempts: 2, tiers: [{routes: [first]}, {routes: [second]}]");
  }

  @AfterEach
  void close() {
    opened.ifPresent(Station::close);
    one.close();
    two.close();
  }

  private void open(String profile) throws IOException {
    opened.ifPresent(Station::close);
    opened =
        Optional.of(
            Station.start(
                folder.resolve("home"),
                """
                hosts:
                  h1: {url: "%s"}
                  h2: {url: "%s"}
                  far: {url: "http://far.invalid/v1", cloud: true}
                routes:
                  first: {host: h1, model: m}
                  small: {host: h1, model: m, maxBatch: 2}
                  second: {host: h2, model: m}
                  away: {host: far, model: m}
                profiles:
                  best: {kind: rerank, %s}
                  talk: {kind: generate, tiers: [{routes: [first]}]}
                """
                    .formatted(one.url(), two.url(), profile)));
  }

  private Station station() {
    return opened.orElseThrow();
  }

  private static String result(int index, String score) {
    return "{'index':%d,'relevance_score':%s}".formatted(index, score);
  }

  private static ChatReply json(String body) {
    return ChatReply.json(200, body.replace('\'', '"'));
  }

  private Station.Reply ask(String fields) {
    return ask("/v1/rerank", fields);
  }

  private Station.Reply ask(String path, String fields) {
    var body = "{'model':'best','query':'q',%s}".formatted(fields);
    return station().post(path, body.replace('\'', '"'));
  }

  private List<Attempt> rows() {
    var reranks =
        new LedgerFilter(Map.of(LedgerFilter.Column.KIND, "rerank"), Optional.empty(), 100);
    return station().running().ledger().newest(reranks).reversed();
  }

  private static List<Integer> indexes(JsonNode answer) {
    return answer.path("results").valueStream().map(r -> r.path("index").asInt()).toList();
  }

  @Test
  @DisplayName("B1, B7: best first, ties by index, scores as they came; headers and row tell who")
  void serves() {
    var reply = ask(THREE);
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
    assertThat(indexes(reply.json())).containsExactly(1, 2, 0);
    assertThat(reply.json().at("/results/2/relevance_score").asDouble()).isEqualTo(-11.25);
    assertThat(reply.json().at("/results/0").has("document")).isFalse();
    assertThat(reply.json().at("/usage/prompt_tokens").asInt()).isEqualTo(9);
    assertThat(reply.json().path("model").asString()).isEqualTo("m");
    assertThat(reply.json().path("id").asString())
        .isEqualTo("rerank-" + reply.header("x-interlock-request-id"));
    assertThat(reply.header("x-interlock-profile")).isEqualTo("best");
    assertThat(reply.header("x-interlock-requested")).isEqualTo("best");
    assertThat(reply.header("x-interlock-resolved")).isEqualTo("m");
    assertThat(reply.header("x-interlock-served-by")).isEqualTo("first");
    assertThat(reply.header("x-interlock-served-model")).isEqualTo("m");
    assertThat(reply.header("x-interlock-check")).isEqualTo("field");
    assertThat(reply.header("x-interlock-decision")).isEqualTo("primary");
    assertThat(reply.header("x-interlock-attempts")).isEqualTo("1");
    assertThat(one.requests().getLast().path()).isEqualTo("/v1/rerank");
    assertThat(one.requests().getLast().json().replace('"', '\''))
        .isEqualTo(
            "{'model':'m','query':'q','documents':['a','b','c'],'top_n':3,'return_documents':false}");
    assertThat(rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.errand().request()).isEqualTo(reply.header("x-interlock-request-id"));
              assertThat(row.errand().asker().purpose()).hasValue("best");
              assertThat(row.volume().promptTokens()).hasValue(9);
              assertThat(row.volume().bytesIn()).isPositive();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/rerank", "/v2/rerank", "/rerank"})
  @DisplayName("all paths of this shape answer alike: top_n cuts last, documents come if wanted")
  void topAndDocuments(String path) {
    var reply = ask(path, "'documents':['a',{'text':'b'},'c'],'top_n':2,'return_documents':true");
    assertThat(indexes(reply.json())).containsExactly(1, 2);
    assertThat(reply.json().at("/results/0/document/text").asString()).isEqualTo("b");
    assertThat(one.requests().getLast().json()).contains("\"top_n\":3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'model':'m','results':[{'index':0,'relevance_score':1},{'index':1,'relevance_score':1}]}    | 2 scores for 3 documents
          {'model':'m','results':[{'index':0,'relevance_score':1},{'index':1,'relevance_score':1},{'index':1,'relevance_score':2}]} | document 1 twice
          {'model':'m','results':[{'index':0,'relevance_score':1},{'index':1,'relevance_score':1},{'index':3,'relevance_score':2}]} | document 3 of 3
          {'model':'m','results':[{'index':0,'relevance_score':1},{'index':1,'relevance_score':null},{'index':2,'relevance_score':2}]} | document 1 the score NaN
          {'model':'m','data':[{'index':0,'relevance_score':1}]}                                       | no list `results`
          {'error':'out of memory'}                                                                    | out of memory
          not found                                                                                    | no whole JSON
          """)
  @DisplayName("B7: an answer that does not score every document once is a failure, never a zero")
  void spoiltAnswers(String answer, String words) {
    one.answering(_ -> json(answer));
    var reply = ask(THREE);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("x-interlock-served-by")).isEqualTo("second");
    assertThat(reply.header("x-interlock-decision")).isEqualTo("fallback");
    assertThat(reply.header("x-interlock-reason")).isEqualTo("local_invalid_response");
    assertThat(reply.json().at("/results/0/relevance_score").asDouble()).isEqualTo(7);

    two.answering(_ -> json(answer));
    var none = ask(THREE);
    assertThat(none.status()).isEqualTo(502);
    assertThat(none.code()).isEqualTo("upstream_invalid_response");
    assertThat(none.message()).contains(words);
    assertThat(ChatRows.endings(rows()))
        .containsExactly("first failed", "second answered", "first failed", "second failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {"'model':'other' | answered as other", "'object':'list' | without naming its model"})
  @DisplayName("B7: another model's scores are not given, and nobody else is asked")
  void wrongModel(String field, String words) {
    one.answering(_ -> json(SOUND.replace("'model':'m'", field)));
    var reply = ask(THREE);
    assertThat(reply.status()).isEqualTo(502);
    assertThat(reply.code()).isEqualTo("answer_mismatch");
    assertThat(reply.message()).contains(words);
    assertThat(two.requests()).isEmpty();
    assertThat(ChatRows.endings(rows())).containsExactly("first mismatch");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "/v1/rerank | 'documents':[]             | empty_input",
        "/v1/rerank | 'documents':['a','']       | empty_input",
        "/v1/rerank | 'top_n':1                  | missing_field",
        "/v1/rerank | 'documents':['a'],'top_n':0 | invalid_value",
        "/rerank    | 'texts':['a']              | missing_field"
      })
  @DisplayName("a caller's mistake is 400 before anything is sent")
  void mistakes(String path, String fields, String code) {
    var reply = ask(path, fields);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo(code);
    assertThat(one.requests()).isEmpty();
    assertThat(rows()).isEmpty();
  }

  @Test
  @DisplayName(
      "C30: names of another kind are told as that, unknown ones with those that are known")
  void otherNames() {
    var talk = "{'model':'talk','query':'q',%s}".formatted(THREE);
    var chat = "{'model':'best','messages':[]}";
    var none = "{'model':'nobody','query':'q',%s}".formatted(THREE);
    var wrong = station().post("/v1/rerank", talk.replace('\'', '"'));
    var reverse = station().post("/v1/chat/completions", chat.replace('\'', '"'));
    var unknown = station().post("/v1/rerank", none.replace('\'', '"'));
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.message()).isEqualTo("talk is a profile of kind generate");
    assertThat(reverse.status()).isEqualTo(400);
    assertThat(reverse.code()).isEqualTo("wrong_kind");
    assertThat(reverse.response().body()).contains("ask it at POST /v1/rerank");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.response().body()).contains("ask for rerank, best").doesNotContain("talk");
    assertThat(one.requests()).isEmpty();
  }

  @Test
  @DisplayName("B7: a document that is too long is the caller's 400, and no other route is asked")
  void overflow() {
    one.answering(
        _ ->
            ChatReply.json(
                400, "{\"message\":\"This model's maximum context length is 512 tokens.\"}"));
    var reply = ask(THREE);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("context_length_exceeded");
    assertThat(two.requests()).isEmpty();
    assertThat(ChatRows.endings(rows())).containsExactly("first refused");
  }

  @Test
  @DisplayName("an engine that asks for time is told as 429 with how long, and left alone so long")
  void busy() throws IOException {
    open("attempts: 1, tiers: [{routes: [first]}]");
    one.answering(_ -> ChatReply.head(429, Map.of("retry-after", "30")).end());
    var reply = ask(THREE);
    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.header("retry-after")).isEqualTo("30");
    var later = ask(THREE);
    assertThat(later.status()).isEqualTo(503);
    assertThat(later.message()).contains("asked to be left alone");
    assertThat(later.header("retry-after")).isEqualTo("30");
    assertThat(one.requests()).hasSize(1);
  }

  @Test
  @DisplayName("B2: where nobody may serve the reason of each route is told")
  void noRoute() throws IOException {
    open("tiers: [{routes: [away]}]");
    var reply = ask(THREE);
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("no_route");
    assertThat(reply.message()).contains("route away is a cloud route");
    assertThat(ChatRows.endings(rows())).containsExactly("- not_sent");
  }

  @Test
  @DisplayName("the only route is asked once more after a pause, within the one budget")
  void retried() throws IOException {
    open("attempts: 2, tiers: [{routes: [first]}]");
    var asked = new AtomicInteger();
    one.answering(_ -> asked.incrementAndGet() == 1 ? ChatReply.json(500, "{}") : json(SOUND));
    var answer = CompletableFuture.supplyAsync(() -> ask(THREE));
    while (!answer.isDone()) {
      station().time().advance(Duration.ofMillis(50));
      LockSupport.parkNanos(5_000_000);
    }
    assertThat(answer.join().status()).isEqualTo(200);
    assertThat(answer.join().header("x-interlock-attempts")).isEqualTo("2");
    assertThat(ChatRows.endings(rows())).containsExactly("first failed", "first answered");
  }

  @Test
  @DisplayName("B7: documents beyond a batch go in further calls; one that fails spoils them all")
  void batches() throws IOException {
    open("attempts: 2, tiers: [{routes: [small]}, {routes: [second]}]");
    var pair = SCORES.formatted(result(0, "1") + ',' + result(1, "2"));
    var single = SCORES.formatted(result(0, "1.5"));
    one.answering(request -> json(request.json().contains("\"e\"") ? single : pair));
    var reply = ask("'documents':['a','b','c','d','e']");
    assertThat(indexes(reply.json())).containsExactly(1, 3, 4, 0, 2);
    assertThat(reply.json().at("/usage/prompt_tokens").asInt()).isEqualTo(27);
    assertThat(one.requests()).hasSize(3);
    assertThat(rows()).hasSize(3);

    one.answering(_ -> json(pair));
    var mixed = ask(THREE);
    assertThat(mixed.header("x-interlock-served-by")).isEqualTo("second");
    assertThat(mixed.json().at("/results/0/relevance_score").asDouble()).isEqualTo(7);
  }

  @Test
  @DisplayName("B7: plan, route map and list of models know the profile")
  void isShown() {
    var plan = Plans.await(station(), "best", _ -> true);
    assertThat(plan.path("kind").asString()).isEqualTo("rerank");
    assertThat(plan.path("candidates").size()).isEqualTo(2);
    var entry =
        station()
            .get("/api/v1/routes")
            .json()
            .path("entries")
            .valueStream()
            .filter(e -> e.path("name").asString().equals("best"))
            .findFirst()
            .orElseThrow();
    assertThat(entry.toString()).contains("rerank").doesNotContain("chat");
    assertThat(station().get("/v1/models/best").status()).isEqualTo(200);
    var body = "{\"profile\":\"best\",\"body\":\"{\\\"model\\\":\\\"best\\\"}\"}";
    assertThat(station().post("/api/v1/explain", body).code()).isEqualTo("wrong_kind");
  }

  @Test
  @DisplayName("the caller's project is in the row")
  void project() {
    var request =
        HttpRequest.newBuilder(URI.create(station().url() + "/v1/rerank"))
            .header("x-interlock-project", "atlas")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{'model':'best','query':'q',%s}".formatted(THREE).replace('\'', '"')));
    assertThat(station().send(request).status()).isEqualTo(200);
    assertThat(rows().getFirst().errand().asker().project()).hasValue("atlas");
  }
}
