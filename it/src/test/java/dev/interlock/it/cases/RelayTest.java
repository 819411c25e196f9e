package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static dev.interlock.it.cases.ChatCasesTest.STREAMED;
import static dev.interlock.it.cases.ChatCasesTest.always;
import static dev.interlock.it.cases.ChatCasesTest.hello;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The relay itself: what goes through it unchanged, and what never does.
final class RelayTest {
  @TempDir private Path folder = Path.of("");

  private Station station(ChatYaml yaml) throws IOException {
    return Station.start(folder, yaml.toString());
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("B1: a body reaches the engine byte for byte, but for the model's value")
  void bodiesPassUnchanged() throws IOException {
    var bodies =
        List.of(
            "{\"model\":@,\"messages\":[]}",
            "  {\"unknown\":{\"a\":[1,2,{\"model\":\"x\"}]},  \"model\"  :  @ ,\"messages\":[]}\n",
            "{\"temperature\":1e400,\"seed\":123456789012345678901,\"model\":@}",
            "{\"top_p\":0.10,\"top_p\":0.1,\"x\":1,\"x\":2,\"model\":@}",
            "{\"s\":\"\\ud83d \\u0000 \u5317\ud83c\udf38\",\"model\":@,\"d\":%s1%s}"
                .formatted("[".repeat(400), "]".repeat(400)),
            "{\"messages\":[{\"content\":\"%s\"}],\"model\":@}".formatted("ab ".repeat(35_000)));
    try (var l1 = ScriptedChat.start(always(hello("m:7b \"q\"")));
        var station =
            station(
                new ChatYaml()
                    .local("L1", l1.url().toString(), "model: 'm:7b \"q\"', maxTokens: 9"))) {
      l1.answering(always(ChatReply.json(200, Chats.plain("m:7b \\\"q\\\"", "hello"))));
      for (var body : bodies) {
        l1.forget();
        var answer = Talk.answer(station, body.replace("@", "\"coder\""));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        var expected = body.replace("@", "\"m:7b \\\"q\\\"\"").getBytes(UTF_8);
        assertThat(hash(l1.requests().getFirst().body())).isEqualTo(hash(expected));
      }
    }
  }

  @Test
  @DisplayName("B7: a plain answer comes back as it came, its model not rewritten")
  void answersComeBackUnchanged() throws IOException {
    var body = Chats.plain("m", "  a  \\u00e9").replace("\"created\":1", "\"created\":  1.0");
    try (var l1 = ScriptedChat.start(always(ChatReply.json(200, body)));
        var station = station(new ChatYaml().local("L1", l1))) {
      var answer = Talk.answer(station, PLAIN);

      assertThat(answer.body()).isEqualTo(body);
      assertThat(answer.told("decision")).isEqualTo("primary");
      assertThat(answer.told("reason")).isEqualTo("first_choice");
      assertThat(answer.told("upstream")).isEqualTo(l1.url().toString());
      assertThat(answer.told("profile")).isEqualTo("coder");
      assertThat(answer.told("request-id")).isNotEmpty();
      assertThat(answer.headers()).containsKey("x-interlock-overhead-us");
      var row = ChatRows.of(station).getFirst();
      assertThat(row.errand().request()).isEqualTo(answer.told("request-id"));
      assertThat(row.volume().bytesIn()).isEqualTo(body.getBytes(UTF_8).length);
      assertThat(row.volume().estimated()).isFalse();
    }
  }

  @Test
  @DisplayName("B7: a wrong model in a stream's first event is 502, with no byte of a stream")
  void wrongModelFirst() throws IOException {
    try (var l1 =
            ScriptedChat.start(
                always(ChatReply.stream().events(Chats.chunks("other", "a")).done()));
        var station = station(new ChatYaml().local("L1", l1))) {
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.code()).isEqualTo("answer_mismatch");
      assertThat(answer.body()).doesNotContain("data:");
      assertThat(ChatRows.endings(ChatRows.of(station))).containsExactly("L1 mismatch");

      l1.answering(
          always(
              ChatReply.stream()
                  .events(Chats.text("m", "a").replace("\"model\":\"m\",", ""))
                  .done()));
      assertThat(Talk.answer(station, STREAMED).code()).isEqualTo("answer_mismatch");
    }
  }

  @Test
  @DisplayName("B7: a wrong model at a later event ends the stream with an error")
  void wrongModelLater() throws IOException {
    try (var l1 =
            ScriptedChat.start(
                always(
                    ChatReply.stream()
                        .events(Chats.text("m", "a"), Chats.text("m", "b"))
                        .events(Chats.text("other", "c"))
                        .events(Chats.stop("m"))
                        .done()));
        var station = station(new ChatYaml().local("L1", l1))) {
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.text()).isEqualTo("ab");
      assertThat(answer.events()).hasSize(3).last().asString().contains("answer_mismatch");
      assertThat(answer.body()).doesNotContain("[DONE]").doesNotContain("\"c\"");
      assertThat(answer.whole()).isFalse();
      var row = ChatRows.of(station).getFirst();
      assertThat(row.result().ending().word()).isEqualTo("mismatch");
      assertThat(row.names().served()).hasValue("other");
    }
  }

  @Test
  @DisplayName("B3: what is no whole stream fails: before content another route answers")
  void faultsBeforeContentMoveOn() throws IOException {
    var faults =
        Map.of(
            "error inside", ChatReply.stream().events(Chats.error("out of memory", "oom")).end(),
            "json error", ChatReply.json(200, Chats.error("out of memory", "oom")),
            "empty", ChatReply.stream().events(Chats.role("m"), Chats.stop("m")).done(),
            "no finish", ChatReply.stream().events(Chats.role("m")).done(),
            "only a head", ChatReply.stream().end(),
            "malformed", ChatReply.stream().events("{\"choices\":[{\"del").done(),
            "whole", hello("m"),
            "503", ChatReply.error(503, "Loading model", "x"),
            "500", ChatReply.error(500, "boom", "x"));
    try (var l1 = ScriptedChat.start(always(ChatReply.drop()));
        var l2 =
            ScriptedChat.start(always(ChatReply.stream().events(Chats.chunks("m", "ok")).done()))) {
      for (var fault : faults.entrySet()) {
        l1.answering(always(fault.getValue()));
        try (var station =
            Station.start(
                folder.resolve(fault.getKey().replace(' ', '-')),
                new ChatYaml().local("L1", l1).local("L2", l2).toString())) {
          var answer = Talk.answer(station, STREAMED);

          assertThat(answer.text()).as(fault.getKey()).isEqualTo("ok");
          assertThat(answer.whole()).isTrue();
          assertThat(ChatRows.endings(ChatRows.await(station, 2)))
              .as(fault.getKey())
              .containsExactly("L1 failed", "L2 answered");
        }
      }
    }
  }

  @Test
  @DisplayName("B3: after content no other route takes over, and the stream does not end in order")
  void faultsAfterContentEndTheStream() throws IOException {
    var begun = ChatReply.stream().events(Chats.text("m", "a"));
    var faults =
        Map.of(
            "upstream_error", begun.events(Chats.error("oom", "x")).end(),
            "upstream_invalid_response", begun.events("{\"choices\":[{\"del").done(),
            "upstream_incomplete", begun.events(Chats.stop("m")).end(),
            "upstream_closed", begun.bytes("data: {\"choi").cut());
    try (var l1 = ScriptedChat.start(always(begun.end()));
        var l2 = ScriptedChat.start(always(hello("m")));
        var station = station(new ChatYaml().local("L1", l1).local("L2", l2))) {
      for (var fault : faults.entrySet()) {
        l1.answering(always(fault.getValue()));
        var answer = Talk.answer(station, STREAMED);

        assertThat(answer.text()).isEqualTo("a");
        assertThat(answer.events().getLast()).contains("\"" + fault.getKey() + "\"");
        assertThat(answer.body()).doesNotContain("[DONE]");
        assertThat(answer.whole()).isFalse();
      }
      assertThat(l2.requests()).isEmpty();
      assertThat(ChatRows.endings(ChatRows.of(station))).containsOnly("L1 partial");
    }
  }

  @Test
  @DisplayName("B3: under delivery whole another route takes over even after content")
  void wholeDeliveryStartsAgain() throws IOException {
    try (var l1 =
            ScriptedChat.start(always(ChatReply.stream().events(Chats.text("m", "a")).cut()));
        var l2 =
            ScriptedChat.start(always(ChatReply.stream().events(Chats.chunks("m", "ok")).done()));
        var station =
            station(new ChatYaml().with("delivery: whole").local("L1", l1).local("L2", l2))) {
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.text()).isEqualTo("ok");
      assertThat(answer.headers().get("content-type")).isEqualTo("text/event-stream");
      assertThat(answer.told("served-by")).isEqualTo("L2");
      assertThat(ChatRows.endings(ChatRows.of(station)))
          .containsExactly("L1 failed", "L2 answered");
    }
  }

  @Test
  @DisplayName("B3: Retry-After is honoured where the budget allows, and told where it does not")
  void retryAfterIsHonoured() throws IOException {
    var count = new AtomicInteger();
    var busy =
        ChatReply.head(429, Map.of("retry-after", "2", "content-type", "application/json"))
            .bytes(Chats.error("slow down", "rate_limit_exceeded"))
            .end();
    try (var l1 = ScriptedChat.start(_ -> count.incrementAndGet() == 1 ? busy : hello("m"));
        var station = station(new ChatYaml().local("L1", l1));
        var talk = Talk.ask(station, PLAIN)) {
      ChatRows.await(station, 1);
      ChatRows.passEventLoop(station);
      station.time().advance(Duration.ofMillis(1_900));
      ChatRows.passEventLoop(station);
      assertThat(l1.requests()).hasSize(1);
      station.time().advance(Duration.ofMillis(200));
      assertThat(talk.answer().status()).isEqualTo(200);

      l1.answering(
          always(
              ChatReply.head(429, Map.of("retry-after", "40"))
                  .bytes(Chats.error("slow down", "x"))
                  .end()));
      var refused = Talk.answer(station, PLAIN);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.headers().get("retry-after")).isEqualTo("40");

      var excluded = Talk.answer(station, PLAIN);
      assertThat(excluded.status()).isEqualTo(503);
      assertThat(excluded.code()).isEqualTo("no_route");
      assertThat(excluded.message()).contains("route L1 asked to be left alone");
      assertThat(excluded.headers().get("retry-after")).isEqualTo("40");
      assertThat(ChatRows.endings(ChatRows.of(station)))
          .containsExactly("L1 failed", "L1 answered", "L1 failed", "- not_sent");
    }
  }

  @Test
  @DisplayName(
      "B8: a caller's fault that an engine answers with 500 is 4xx, moves nowhere, trips none")
  void callersFaultsAreTheirs() throws IOException {
    try (var l1 =
            ScriptedChat.start(
                always(ChatReply.error(500, "image input is not supported - hint: mmproj", "x")));
        var l2 = ScriptedChat.start(always(hello("m")));
        var station = station(new ChatYaml().local("L1", l1).local("L2", l2))) {
      for (int i = 0; i < 5; i++) {
        var answer = Talk.answer(station, PLAIN);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.message()).contains("image input is not supported");
      }
      assertThat(l1.requests()).hasSize(5);
      assertThat(l2.requests()).isEmpty();
    }
  }

  @Test
  void overflowGoesToALargerContextOnly() throws IOException {
    var overflow =
        ChatReply.json(
            400,
            "{\"error\":{\"code\":400,\"message\":\"request (3031 tokens) exceeds the available"
                + " context size\",\"type\":\"exceed_context_size_error\"}}");
    try (var l1 = ScriptedChat.start(always(overflow));
        var l2 = ScriptedChat.start(always(hello("m")))) {
      var yaml = new ChatYaml().local("L1", l1.url().toString(), "model: m, maxTokens: 1000");
      yaml.local("L2", l2.url().toString(), "model: m, maxTokens: 4000");
      try (var station = station(yaml)) {
        assertThat(Talk.answer(station, PLAIN).told("served-by")).isEqualTo("L2");
        l2.answering(always(overflow));
        var answer = Talk.answer(station, PLAIN);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("context_length_exceeded");
      }
    }
  }

  @Test
  void aSlowReaderHoldsTheEngineBackAndIsNotTakenForAStall() throws IOException {
    var never = new CompletableFuture<Void>();
    var reply = ChatReply.stream();
    for (int i = 0; i < 400; i++) {
      reply = reply.events(Chats.text("m", "x".repeat(64_000)));
    }
    try (var l1 = ScriptedChat.start(always(reply.until(never)));
        var station = station(new ChatYaml().total("10m").local("L1", l1));
        var talk = Talk.ask(station, STREAMED)) {
      talk.readUntil("xxx");
      for (int before = 0, now = l1.writes(); now > before; now = l1.writes()) {
        before = now;
        ChatRows.passEventLoop(station);
        ChatRows.passEventLoop(station);
      }
      assertThat(l1.writes()).isLessThan(400);
      station.time().advance(Duration.ofSeconds(5));
      ChatRows.passEventLoop(station);

      assertThat(ChatRows.of(station)).isEmpty();
    }
  }

  @Test
  void modelsAreProfilesAndRolesAndExplainSendsNothing() throws IOException {
    try (var l1 = ScriptedChat.start(always(hello("m")));
        var station = station(new ChatYaml().local("L1", l1))) {
      var models = station.get("/v1/models").json();
      assertThat(models.path("object").asString()).isEqualTo("list");
      assertThat(models.path("data").valueStream().map(m -> m.path("id").asString()))
          .containsExactly(
              "code-embedding", "text-embedding", "rerank", "code-assistant", "rlm", "coder");
      assertThat(station.get("/v1/models/coder").json().path("id").asString()).isEqualTo("coder");
      assertThat(station.get("/v1/models/nobody").code()).isEqualTo("model_not_found");

      var plan = station.post("/api/v1/explain", "{\"profile\":\"coder\"}").json();
      assertThat(plan.at("/candidates/0/route").asString()).isEqualTo("L1");
      assertThat(plan.at("/candidates/0/reason").asString()).isEqualTo("first_choice");
      assertThat(plan.at("/candidates/0/check").asString()).isEqualTo("field");
      assertThat(station.post("/api/v1/explain", "{\"profile\":\"x\"}").status()).isEqualTo(404);
      assertThat(station.post("/api/v1/explain", "{}").code()).isEqualTo("missing_field");
      assertThat(l1.requests()).isEmpty();
    }
  }
}
