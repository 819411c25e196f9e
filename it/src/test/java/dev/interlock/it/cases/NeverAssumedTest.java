package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static dev.interlock.it.cases.ChatCasesTest.STREAMED;
import static dev.interlock.it.cases.ChatCasesTest.always;
import static dev.interlock.it.cases.ChatCasesTest.hello;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.server.http.HttpFront;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a gateway must never assume of a chat engine, where no field case shows it
/// (docs/reference/never-assumed.md).
final class NeverAssumedTest {
  private static final String COMMENT = ": keep-alive\n\n";

  @TempDir private Path folder = Path.of("");

  private Station station(ScriptedChat... engines) throws IOException {
    var yaml = new ChatYaml().total("10m").with("attempts: 1");
    for (int i = 0; i < engines.length; i++) {
      yaml.local("L" + (i + 1), engines[i]);
    }
    return Station.start(folder, yaml.toString());
  }

  private static List<CompletableFuture<Void>> gates(int count) {
    return IntStream.range(0, count).mapToObj(_ -> new CompletableFuture<Void>()).toList();
  }

  /// Comments, each behind its gate.
  private static ChatReply commenting(ChatReply begun, List<CompletableFuture<Void>> gates) {
    var reply = begun;
    for (var gate : gates) {
      reply = reply.until(gate).bytes(COMMENT);
    }
    return reply;
  }

  /// Lets one comment after the other out, a second apart.
  private static void secondBySecond(
      Station station, ScriptedChat engine, List<CompletableFuture<Void>> gates) {
    int writes = engine.writes();
    for (var gate : gates) {
      gate.complete(null);
      engine.awaitWrites(++writes);
      ChatRows.passEventLoop(station);
      station.time().advance(Duration.ofSeconds(1));
    }
  }

  @Test
  @DisplayName("B3: comments alone are no progress: without content a stream is given up in time")
  void commentsBringNoContent() throws IOException {
    var gates = gates(20);
    try (var l1 = ScriptedChat.start(always(commenting(ChatReply.stream(), gates)));
        var station = station(l1);
        var talk = Talk.ask(station, STREAMED)) {
      l1.awaitWrites(1);
      ChatRows.passEventLoop(station);
      secondBySecond(station, l1, gates.subList(0, 19));
      assertThat(ChatRows.of(station)).isEmpty();
      secondBySecond(station, l1, gates.subList(19, 20));
      station.time().advance(Duration.ofSeconds(1));
      var answer = talk.answer();

      assertThat(answer.code()).isEqualTo("upstream_timeout");
      assertThat(answer.message()).contains("no content within 20000 ms");
    }
  }

  @Test
  @DisplayName(
      "B3: comments alone are no progress: after content a stream has stalled all the same")
  void commentsHideNoStall() throws IOException {
    var gates = gates(3);
    var begun = ChatReply.stream().events(Chats.text("m", "a"));
    try (var l1 = ScriptedChat.start(always(commenting(begun, gates)));
        var station = station(l1);
        var talk = Talk.ask(station, STREAMED)) {
      talk.readUntil("a");
      secondBySecond(station, l1, gates.subList(0, 1));
      assertThat(ChatRows.of(station)).isEmpty();
      secondBySecond(station, l1, gates.subList(1, 3));
      var answer = talk.answer();

      assertThat(answer.events().getLast()).contains("upstream_stalled");
      assertThat(answer.whole()).isFalse();
    }
  }

  @Test
  @DisplayName("B3: an end mark after an error makes no stream whole")
  void endMarkAfterAnError() throws IOException {
    var error = Chats.error("out of memory", "oom");
    try (var l1 = ScriptedChat.start(always(ChatReply.stream().events(error).done()));
        var station = station(l1)) {
      var before = Talk.answer(station, STREAMED);
      assertThat(before.status()).isEqualTo(502);
      assertThat(before.code()).isEqualTo("upstream_error");

      l1.answering(always(ChatReply.stream().events(Chats.text("m", "a"), error).done()));
      var after = Talk.answer(station, STREAMED);
      assertThat(after.events().getLast()).contains("upstream_error");
      assertThat(after.body()).doesNotContain("[DONE]");
      assertThat(after.whole()).isFalse();
    }
  }

  @Test
  @DisplayName("B3: of two choices both must end before the end mark is believed")
  void bothChoicesEnd() throws IOException {
    var second = Chats.text("m", "b").replace("\"index\":0", "\"index\":1");
    var secondStop = Chats.stop("m").replace("\"index\":0", "\"index\":1");
    var cut = ChatReply.stream().events(Chats.text("m", "a"), second, Chats.stop("m"));
    try (var l1 = ScriptedChat.start(always(cut.done()));
        var station = station(l1)) {
      var answer = Talk.answer(station, STREAMED);
      assertThat(answer.events().getLast()).contains("upstream_incomplete");
      assertThat(answer.whole()).isFalse();

      l1.answering(always(cut.events(secondStop).done()));
      assertThat(Talk.answer(station, STREAMED).whole()).isTrue();
    }
  }

  @Test
  @DisplayName("B3: a plain answer without a finish, or of thoughts alone, gives way to another")
  void plainAnswerMustBeOne() throws IOException {
    var spoilt =
        List.of(
            Chats.plain("m", "half an ans").replace("\"stop\"", "null"),
            Chats.plain("m", "").replace("\"role\"", "\"reasoning_content\":\"hm\",\"role\""));
    try (var l1 = ScriptedChat.start(always(ChatReply.silence()));
        var l2 = ScriptedChat.start(always(hello("m")))) {
      for (int i = 0; i < spoilt.size(); i++) {
        l1.answering(always(ChatReply.json(200, spoilt.get(i))));
        try (var station =
            Station.start(
                folder.resolve("h" + i),
                new ChatYaml().local("L1", l1).local("L2", l2).toString())) {
          assertThat(Talk.answer(station, PLAIN).told("served-by")).isEqualTo("L2");
          assertThat(ChatRows.endings(ChatRows.of(station)))
              .containsExactly("L1 failed", "L2 answered");
        }
      }
      var thoughts = spoilt.getLast().replace("\"stop\"", "\"length\"");
      l1.answering(always(ChatReply.json(200, thoughts)));
      try (var station =
          Station.start(folder.resolve("l"), new ChatYaml().local("L1", l1).toString())) {
        assertThat(Talk.answer(station, PLAIN).body()).isEqualTo(thoughts);
      }
    }
  }

  @Test
  @DisplayName("B3: thoughts go on as they come, but a stream of thoughts alone is no answer")
  void thoughtsGoOn() throws IOException {
    var thought = Chats.chunk("m", "{\"reasoning\":\"hm\"}", "null");
    var gate = new CompletableFuture<Void>();
    try (var l1 =
            ScriptedChat.start(
                always(
                    ChatReply.stream()
                        .events(thought)
                        .until(gate)
                        .events(Chats.stop("m"))
                        .done()));
        var station = station(l1);
        var talk = Talk.ask(station, STREAMED)) {
      talk.readUntil("hm");
      gate.complete(null);
      var answer = talk.answer();

      assertThat(answer.events().getLast()).contains("upstream_empty_answer");
      assertThat(answer.body()).doesNotContain("[DONE]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tool_calls\":[{\"index\":null,\"id\":\"\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}",
        "{\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":{\"a\":1}}},{\"function\":{\"name\":\"g\",\"arguments\":\"\"}}]}",
        "{\"tool_calls\":[{\"index\":0,\"id\":\"null\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":\"}}]}",
        "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"text\":\"hm\"}]},{\"type\":\"text\",\"text\":\"a\"}]}",
        "{\"content\":\"<think>hm</think>a\",\"reasoning_details\":[{\"data\":\"x\"}]}",
        "{\"content\":null,\"refusal\":\"no\"}"
      })
  @DisplayName("B1: calls, contents and finishes of any shape go on byte for byte")
  void anyShapeGoesOn(String delta) throws IOException {
    var chunks = List.of(Chats.role("m"), Chats.chunk("m", delta, "null"));
    try (var l1 = ScriptedChat.start(always(ChatReply.silence()));
        var station = station(l1)) {
      for (var finish : List.of("stop", "eos", "model_length", "tool_calls", "a new word")) {
        var events = new ArrayList<>(chunks);
        events.add(Chats.chunk("m", "{}", "\"" + finish + "\""));
        l1.answering(always(ChatReply.stream().events(events.toArray(String[]::new)).done()));
        var answer = Talk.answer(station, STREAMED);

        events.add("[DONE]");
        assertThat(answer.events()).isEqualTo(events);
        assertThat(answer.whole()).isTrue();
      }
    }
  }

  @Test
  @DisplayName("B3: what its open paths say without a key does not make an engine ready")
  void openPathsProveNothing() throws IOException {
    try (var l1 =
            ScriptedChat.start(
                request ->
                    request.path().startsWith("/v1")
                        ? ChatReply.json(401, "{\"error\":\"Unauthorized\"}")
                        : ChatReply.json(200, "{\"version\":\"0.11.0\",\"count\":3}"));
        var station =
            Station.start(
                folder,
                """
                hosts:
                  h: {url: "%s", dialect: vllm}
                routes:
                  L1: {host: h, model: m, maxTokens: 512}
                roles:
                  code-embedding: {routes: [L1]}
                  text-embedding: {routes: [L1]}
                """
                    .formatted(l1.url()))) {
      var row = station.gate("L1", TableName.CODE);
      assertThat(row.path("verdict").asString()).isEqualTo("probe_failed");
      assertThat(row.path("reason").asString()).contains("answered 401: Unauthorized");
      assertThat(station.embed("a").status()).isEqualTo(503);
    }
  }

  @Test
  @DisplayName("B7: an engine's words are data: no line of theirs becomes a header or a command")
  void wordsAreData() throws IOException {
    var evil = "x\\r\\nx-evil: 1\\u001b[2J\\u0000";
    try (var l1 = ScriptedChat.start(always(ChatReply.json(200, Chats.plain(evil, "hi"))));
        var station = station(l1)) {
      var mismatch = Talk.answer(station, PLAIN);
      assertThat(mismatch.code()).isEqualTo("answer_mismatch");
      assertHarmless(mismatch);

      l1.answering(always(ChatReply.error(400, evil + " key-0123456789abcdef", "x")));
      var refused = Talk.answer(station, PLAIN);
      assertThat(refused.message()).contains("x-evil").doesNotContain("0123456789abcdef");
      assertHarmless(refused);

      l1.answering(
          always(
              ChatReply.head(400, Map.of("content-type", "text/html"))
                  .bytes("<html><script>steal()</script><p>no</p></html>")
                  .end()));
      assertThat(Talk.answer(station, PLAIN).message()).contains("no").doesNotContain("steal");
    }
  }

  private static void assertHarmless(Talk.Answer answer) {
    assertThat(answer.headers()).doesNotContainKey("x-evil");
    assertThat(answer.message().chars()).noneMatch(Character::isISOControl);
  }

  @Test
  @DisplayName("B1: a body beyond the limit is refused, and no engine is asked")
  void hugeBodyIsRefused() throws IOException {
    try (var l1 = ScriptedChat.start(always(hello("m")));
        var station = station(l1)) {
      var answer = Talk.answer(station, PLAIN.replace("hi", "x".repeat(HttpFront.MAX_BODY)));

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.code()).isEqualTo("body_too_large");
      assertThat(l1.requests()).isEmpty();
    }
  }
}
