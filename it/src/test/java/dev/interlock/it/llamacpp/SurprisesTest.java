package dev.interlock.it.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.it.cases.ChatRows;
import dev.interlock.it.cases.Plans;
import dev.interlock.it.cases.Talk;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What llama.cpp does that the OpenAI documents don't say, and what becomes of it here. Its chat
/// server has two slots of 256 tokens.
@Tag("engines")
final class SurprisesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HELLO =
      "{\"model\":\"x\",\"max_tokens\":3,\"temperature\":0,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  private static final String TOOL =
      """
      "tools":[{"type":"function","function":{"name":"get_weather","description":"the weather",
      "parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}],
      "tool_choice":"required"
      """;

  @TempDir private static Path slots = Path.of("");
  @TempDir private static Path home = Path.of("");
  private static Optional<Station> shared = Optional.empty();
  private static Optional<LlamaServer> chatEngine = Optional.empty();
  private static Optional<LlamaServer> encoderEngine = Optional.empty();

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void open() throws IOException {
    chatEngine = Optional.of(LlamaServer.chat("n_ctx=512", "slot_save_path=" + slots + "/"));
    encoderEngine = Optional.of(LlamaServer.embeddings());
    shared = Optional.of(Station.start(home, embedding("llamacpp")));
    door().gate("emb", TableName.CODE);
  }

  @AfterAll
  static void close() {
    shared.ifPresent(Station::close);
    chatEngine.ifPresent(LlamaServer::close);
    encoderEngine.ifPresent(LlamaServer::close);
  }

  private static LlamaServer chat() {
    return chatEngine.orElseThrow();
  }

  private static LlamaServer encoder() {
    return encoderEngine.orElseThrow();
  }

  /// A server whose only encoder is the real one.
  private static Station door() {
    return shared.orElseThrow();
  }

  private Station station() throws IOException {
    return Chats.started(folder.resolve("home"), Chats.yaml(chat()));
  }

  private static String embedding(String host) {
    return """
    hosts:
      box: {url: "%s", dialect: %s}
    routes:
      emb: {host: box, model: whatever, maxBatch: 8}
    roles:
      code-embedding: {routes: [emb]}
    """
        .formatted(encoder().url(), host);
  }

  @Test
  @DisplayName("surprise 1: any name is answered; here a chat under the alias alone is good")
  void anyNameIsAnswered() throws IOException {
    assertThat(chat().post("/v1/chat/completions", HELLO).json().path("model").asString())
        .isEqualTo(LlamaServer.CHAT_MODEL);
    assertThat(chat().get("/v1/models/" + LlamaServer.CHAT_MODEL).status()).isEqualTo(404);
    var embedded = encoder().post("/v1/embeddings", "{\"model\":\"nope\",\"input\":\"a\"}");
    assertThat(embedded.json().path("model").asString()).isEqualTo("nope");
    try (var station =
        Station.start(folder.resolve("one"), Chats.yaml(chat(), "model: other-model"))) {
      Plans.await(
          station, Chats.PROFILE, plan -> plan.path("excluded").toString().contains("promises"));
      for (var stream : List.of("false", "true")) {
        var answer = Talk.answer(station, Chats.ask("\"stream\":" + stream));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("no_route");
        assertThat(answer.message()).contains("promises other-model", "smollm2");
      }
      assertThat(station.get("/v1/models/" + Chats.PROFILE).status()).isEqualTo(200);
    }
    try (var station =
        Station.start(
            folder.resolve("two"), Chats.yaml(chat(), "model: other-model, accept: [smollm2]"))) {
      Plans.awaitCheck(station, Chats.PROFILE, "state");
      var answer = Talk.answer(station, Chats.ask(""));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.told("resolved")).isEqualTo("other-model");
      assertThat(answer.told("served-model")).isEqualTo("smollm2");
      assertThat(answer.told("check")).isEqualTo("state");
    }
  }

  @Test
  @DisplayName("surprise 1: an encoder echoes the name; here its file is what the gate goes by")
  void encoderIsKnownByItsFile() {
    var row = door().gate("emb", TableName.CODE);
    assertThat(row.path("identity").asString()).isEqualTo("path:all-MiniLM-L6-v2-f16.gguf");
    assertThat(row.path("model").asString()).isEqualTo("whatever");
  }

  @Test
  @DisplayName("surprise 2: codes are numbers and no field is named; here the envelope is OpenAI's")
  void errorCodesAreNumbers() throws IOException {
    var body = Chats.ask(Chats.words(400), "\"stream\":true");
    var raw = chat().post("/v1/chat/completions", body);
    assertThat(raw.status()).isEqualTo(400);
    assertThat(raw.json().at("/error/code").isNumber()).isTrue();
    assertThat(raw.json().path("error").has("param")).isFalse();
    assertThat(raw.json().at("/error/type").asString()).isEqualTo("exceed_context_size_error");
    int prompt = raw.json().at("/error/n_prompt_tokens").asInt();
    assertThat(raw.json().at("/error/n_ctx").asInt()).isEqualTo(256);
    try (var station = station()) {
      var answer = Talk.answer(station, body);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.headers().get("content-type")).startsWith("application/json");
      assertThat(answer.code()).isEqualTo("context_length_exceeded");
      assertThat(answer.json().at("/error/type").asString()).isEqualTo("invalid_request_error");
      assertThat(answer.message()).contains(prompt + " tokens", "256 tokens");
    }
  }

  @Test
  @DisplayName(
      "surprise 3: a picture is its 500; here the caller's 400, which nobody else is asked")
  void pictureIsTheCallersFault() throws IOException {
    var picture =
        """
        "messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":
        "data:image/png;base64,iVBORw0KGgo="}}]}]
        """;
    assertThat(chat().post("/v1/chat/completions", Chats.ask(picture)).status()).isEqualTo(500);
    assertCallersFault(chat(), Chats.ask(picture));
    try (var station = station()) {
      for (int i = 0; i < 12; i++) {
        assertThat(Talk.answer(station, Chats.ask(picture)).status()).isEqualTo(400);
      }
      assertThat(Talk.answer(station, Chats.ask("")).status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("surprise 3: a chat with an encoder is its 500; here the caller's 400")
  void chatWithAnEncoder() throws IOException {
    assertThat(encoder().post("/v1/chat/completions", HELLO).status()).isEqualTo(500);
    assertCallersFault(encoder(), Chats.ask(""));
  }

  private void assertCallersFault(LlamaServer engine, String body) throws IOException {
    try (var spare = ScriptedChat.start(_ -> ChatReply.drop());
        var station = Chats.started(folder.resolve("two"), Chats.yaml(engine, spare))) {
      var answer = Talk.answer(station, body);
      assertThat(answer.status()).as(answer.body()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("upstream_refused");
      assertThat(spare.requests()).isEmpty();
      assertThat(ChatRows.endings(ChatRows.await(station, 1))).containsExactly("real refused");
    }
  }

  @Test
  @DisplayName("surprise 4: the context is one slot's; reaching it is a whole answer by length")
  void contextIsOneSlots() throws IOException {
    assertThat(chat().get("/v1/models").json().at("/data/0/meta/n_ctx").asInt()).isEqualTo(256);
    try (var station = station()) {
      var on = "\"max_tokens\":400,\"ignore_eos\":true";
      var answer = Talk.answer(station, Chats.ask(Chats.words(180), on));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/choices/0/finish_reason").asString()).isEqualTo("length");
      assertThat(answer.json().at("/usage/total_tokens").asInt()).isBetween(250, 257);
      assertThat(ChatRows.endings(ChatRows.await(station, 1))).containsExactly("real answered");
    }
  }

  @Test
  @DisplayName("surprise 5: a stream's first delta is null, its usage comes last; here unchanged")
  void streamsHaveTheirOwnForm() throws IOException {
    try (var station = station()) {
      var usage = "\"stream\":true,\"stream_options\":{\"include_usage\":true}";
      var with = Talk.answer(station, Chats.ask(usage)).events();
      var without = Talk.answer(station, Chats.ask("\"stream\":true")).events();

      for (var events : List.of(with, without)) {
        var delta = JSON.readTree(events.getFirst()).at("/choices/0/delta");
        assertThat(delta.path("role").asString()).isEqualTo("assistant");
        assertThat(delta.path("content").isNull()).isTrue();
        assertThat(events.getLast()).isEqualTo("[DONE]");
      }
      var last = JSON.readTree(with.get(with.size() - 2));
      assertThat(last.path("choices").size()).isZero();
      assertThat(last.has("timings")).isTrue();
      assertThat(with.stream().filter(e -> e.contains("\"usage\""))).hasSize(1);
      var finish = JSON.readTree(without.get(without.size() - 2));
      assertThat(finish.at("/choices/0/finish_reason").asString()).isNotEmpty();
      assertThat(finish.has("timings")).isTrue();
    }
  }

  @Test
  @DisplayName("surprise 6: of two choices it counts the tokens of one; here its own word is kept")
  void twoChoicesCountOnce() throws IOException {
    try (var station = station()) {
      var one = Talk.answer(station, Chats.ask("")).json();
      var two = Talk.answer(station, Chats.ask("\"n\":2")).json();
      assertThat(two.path("choices").size()).isEqualTo(2);
      long counted = two.at("/usage/completion_tokens").asLong();
      assertThat(counted).isEqualTo(one.at("/usage/completion_tokens").asLong());
      var row = ChatRows.await(station, 2).getLast();
      assertThat(row.volume().completionTokens()).isEqualTo(OptionalLong.of(counted));
    }
  }

  @Test
  @DisplayName("surprise 7: cached tokens are told inside the prompt's; here they are passed on")
  void cachedTokensAreInside() throws IOException {
    try (var station = station()) {
      Talk.answer(station, Chats.ask(""));
      var usage = Talk.answer(station, Chats.ask("")).json().path("usage");
      assertThat(usage.at("/prompt_tokens_details/cached_tokens").asInt())
          .isBetween(1, usage.path("prompt_tokens").asInt());
    }
  }

  @Test
  @DisplayName(
      "surprise 7: /v1/messages counts them outside and is named chatcmpl- (raw; not ours)")
  void messagesCountThemOutside() throws IOException {
    chat().post("/v1/messages", HELLO);
    var raw = chat().post("/v1/messages", HELLO).json();
    var usage = raw.path("usage");
    var plain = chat().post("/v1/chat/completions", HELLO).json();
    assertThat(raw.path("id").asString()).startsWith("chatcmpl-");
    assertThat(raw.path("type").asString()).isEqualTo("message");
    assertThat(usage.path("cache_read_input_tokens").asInt()).isPositive();
    assertThat(usage.path("input_tokens").asInt() + usage.path("cache_read_input_tokens").asInt())
        .isEqualTo(plain.at("/usage/prompt_tokens").asInt());
    try (var station = station()) {
      assertThat(station.post("/v1/messages", HELLO).status()).isEqualTo(404);
    }
  }

  @Test
  @DisplayName(
      "surprise 8: without tools in the template required ones are ignored; here that is no"
          + " failure")
  void requiredToolsAreIgnored() throws IOException {
    try (var station = station()) {
      for (var stream : List.of("false", "true")) {
        var answer = Talk.answer(station, Chats.ask("\"stream\":%s,%s".formatted(stream, TOOL)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("tool_calls");
      }
      assertThat(ChatRows.endings(ChatRows.await(station, 2)))
          .containsExactly("real answered", "real answered");
    }
  }

  @Test
  @DisplayName(
      "surprise 9: no messages, odd roles, no type are taken; here too, it is the engine's say")
  void oddMessagesAreTaken() throws IOException {
    var odd = "\"messages\":[{\"role\":\"wizard\",\"content\":\"hi\"}],\"max_tokens\":3";
    try (var station = station()) {
      for (var more : List.of("\"messages\":[],\"max_tokens\":3", odd)) {
        assertThat(Talk.answer(station, Chats.ask(more)).status()).isEqualTo(200);
      }
      var untyped =
          HttpRequest.newBuilder(URI.create(station.url() + "/v1/chat/completions"))
              .POST(HttpRequest.BodyPublishers.ofString(Chats.ask("")));
      assertThat(station.send(untyped).status()).isEqualTo(200);
    }
    assertThat(chat().get("/v1/chat/completions").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("surprise 9: an empty text and another width are taken; here the caller's 400")
  void emptyTextIsTaken() {
    var empty = encoder().post("/v1/embeddings", "{\"input\":\"\"}");
    var narrow = encoder().post("/v1/embeddings", "{\"input\":\"a\",\"dimensions\":64}");
    assertThat(empty.status()).isEqualTo(200);
    assertThat(narrow.json().at("/data/0/embedding").size()).isEqualTo(384);
    assertThat(encoder().post("/v1/embeddings", "{\"input\":[]}").status()).isEqualTo(400);
    for (var wrong :
        List.of("\"input\":\"\"", "\"input\":[]", "\"input\":\"a\",\"dimensions\":64")) {
      var body = "{\"model\":\"code-embedding\",%s}".formatted(wrong);
      assertThat(door().post("/v1/embeddings", body).status()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  @DisplayName(
      "surprise 10: base64 items name their form, /embedding nests (raw); here OpenAI's form")
  void base64NamesItsForm() {
    var body = "{\"model\":\"code-embedding\",\"input\":\"a\",\"encoding_format\":\"base64\"}";
    var raw = encoder().post("/v1/embeddings", body).json().at("/data/0");
    var old = encoder().post("/embedding", "{\"content\":\"a\"}").json();
    assertThat(raw.path("encoding_format").asString()).isEqualTo("base64");
    assertThat(old.at("/0/embedding/0").size()).isEqualTo(384);
    var item = door().post("/v1/embeddings", body).json().at("/data/0");
    assertThat(item.propertyNames()).containsExactlyInAnyOrder("object", "index", "embedding");
    assertThat(item.path("embedding").asString()).hasSize(2048);
  }

  @Test
  @DisplayName("surprise 11: it closes idle connections and any after 100; here nobody notices")
  void connectionsAreClosed() throws IOException {
    var brief = Chats.ask("\"max_tokens\":1");
    try (var station = station()) {
      for (int i = 0; i < 120; i++) {
        var answer = Talk.answer(station, brief);
        assertThat(answer.status()).as("chat %d".formatted(i)).isEqualTo(200);
        assertThat(answer.told("attempts")).isEqualTo("1");
      }
      chat().awaitIdleClose();
      assertThat(Talk.answer(station, brief).told("attempts")).isEqualTo("1");
      assertThat(ChatRows.await(station, 121))
          .allMatch(row -> row.result().ending().word().equals("answered"));
    }
  }

  @Test
  @DisplayName(
      "surprise 11: an idle connection closed costs the door some canaries, no caller a text")
  void idleCloseAtTheDoor() throws IOException {
    assertThat(door().embed("a").status()).isEqualTo(200);
    encoder().awaitIdleClose();
    LlamaServer.await(() -> verdict().equals("unproven"), "word of the closed connection");
    assertThat(door().embed("a").status()).isEqualTo(200);
    assertThat(verdict()).isEqualTo("admitted");
  }

  private static String verdict() {
    return door().get("/api/v1/gate").json().at("/matrix/0/verdict").asString();
  }

  @Test
  @DisplayName(
      "surprise 12: it has two lists of models; here the one of OpenAI names the only model")
  void twoListsOfModels() {
    var raw = encoder().get("/v1/models").json();
    assertThat(raw.path("models").size()).isEqualTo(1);
    assertThat(raw.path("data").size()).isEqualTo(1);
    var asked = Map.of("table", "code", "url", encoder().url());
    var report = door().post("/api/v1/gate/against", JSON.writeValueAsString(asked)).json();
    assertThat(report.path("verdict").asString()).isEqualTo("admitted");
    assertThat(report.at("/identity/model").asString()).isEqualTo(LlamaServer.ENCODER);
  }

  @Test
  @DisplayName("surprise 12: it speaks neither Ollama's API nor TEI's; here the gate says so")
  void noOtherApi() throws IOException {
    assertThat(encoder().post("/api/embed", "{\"model\":\"a\",\"input\":\"a\"}").status())
        .isEqualTo(404);
    assertThat(encoder().post("/embed", "{\"inputs\":\"a\"}").status()).isEqualTo(404);
    for (var dialect : List.of("ollama", "tei")) {
      try (var station = Station.start(folder.resolve(dialect), embedding(dialect))) {
        var row = station.gate("emb", TableName.CODE);
        assertThat(row.path("verdict").asString()).isEqualTo("probe_failed");
        assertThat(row.path("reason").asString()).contains("404");
        assertThat(row.path("textsServed").asInt()).isZero();
      }
    }
  }

  @Test
  @DisplayName("surprise 13: rerank sorts by raw score, honours top_n, returns no text (raw)")
  void rerankFormat() throws IOException {
    var ask = "{\"query\":\"a panda\",\"documents\":[\"a bear\",\"a stock index\",\"bamboo\"]%s}";
    assertThat(encoder().post("/v1/rerank", ask.formatted("")).status()).isEqualTo(501);
    try (var reranker = LlamaServer.embeddings("pooling_type=LLAMA_POOLING_TYPE_RANK")) {
      var all = reranker.post("/v1/rerank", ask.formatted("")).json().path("results");
      var two =
          reranker
              .post("/v1/rerank", ask.formatted(",\"top_n\":2,\"return_documents\":true"))
              .json()
              .path("results");
      var tei = reranker.post("/rerank", "{\"query\":\"a\",\"texts\":[\"b\",\"c d\"]}").json();
      assertThat(scores(all, "relevance_score"))
          .hasSize(3)
          .isSortedAccordingTo((a, b) -> Double.compare(b, a));
      assertThat(two.size()).isEqualTo(2);
      assertThat(two.path(0).propertyNames()).containsExactlyInAnyOrder("index", "relevance_score");
      assertThat(two.path(0)).isEqualTo(all.path(0));
      assertThat(tei.isArray()).isTrue();
      assertThat(scores(tei, "score")).hasSize(2);
      assertThat(reranker.post("/v1/rerank", "{\"query\":\"a\",\"documents\":[]}").status())
          .isEqualTo(400);
    }
  }

  private static List<Double> scores(JsonNode results, String field) {
    return results.valueStream().map(r -> r.path(field).asDouble()).toList();
  }

  @Test
  @DisplayName("surprise 14: a slot can be saved, restored and erased, not outside (raw; not ours)")
  void slotsAreSaved() throws IOException {
    chat().post("/v1/chat/completions", Chats.ask("\"id_slot\":0"));
    var saved = chat().post("/slots/0?action=save", "{\"filename\":\"s0.bin\"}").json();
    var erased = chat().post("/slots/0?action=erase", "").json();
    var restored = chat().post("/slots/0?action=restore", "{\"filename\":\"s0.bin\"}").json();
    int tokens = saved.path("n_saved").asInt();

    assertThat(tokens).isPositive();
    assertThat(Files.size(slots.resolve("s0.bin"))).isEqualTo(saved.path("n_written").asLong());
    assertThat(erased.path("n_erased").asInt()).isEqualTo(tokens);
    assertThat(restored.path("n_restored").asInt()).isEqualTo(tokens);
    assertThat(chat().post("/slots/0?action=save", "{\"filename\":\"../x\"}").status())
        .isEqualTo(400);
    assertThat(Files.exists(slots.resolve("../x"))).isFalse();
  }
}
