package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Chats that are answered at once.
final class ChatCasesTest {
  static final String PLAIN =
      "{\"model\":\"coder\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  static final String STREAMED = PLAIN.replace("{\"model\"", "{\"stream\":true,\"model\"");
  static final String NOWHERE = "http://127.0.0.1:9/v1";

  @TempDir private Path folder = Path.of("");

  static Function<Request, ChatReply> always(ChatReply reply) {
    return _ -> reply;
  }

  static ChatReply hello(String model) {
    return ChatReply.json(200, Chats.plain(model, "hello"));
  }

  @Test
  @DisplayName(
      "C29: a fallback is told by name and reason, and one that is not accepted fails (B7)")
  void fallbackIsTold() throws IOException {
    try (var l2 = ScriptedChat.start(always(hello("chat-b")))) {
      var yaml = new ChatYaml().local("L1", NOWHERE, "model: chat-a");
      yaml.local("L2", l2.url().toString(), "model: chat-a, accept: [chat-b]");
      try (var station = Station.start(folder.resolve("a"), yaml.toString())) {
        var answer = Talk.answer(station, PLAIN);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("model").asString()).isEqualTo("chat-b");
        assertThat(answer.told("served-by")).isEqualTo("L2");
        assertThat(answer.told("reason")).isEqualTo("local_unreachable");
        assertThat(answer.told("decision")).isEqualTo("fallback");
        assertThat(answer.told("requested")).isEqualTo("coder");
        assertThat(answer.told("resolved")).isEqualTo("chat-a");
        assertThat(answer.told("served-model")).isEqualTo("chat-b");
        assertThat(answer.told("check")).isEqualTo("field");
        assertThat(answer.told("attempts")).isEqualTo("2");
        assertThat(ChatRows.endings(ChatRows.of(station)))
            .containsExactly("L1 not_sent", "L2 answered");
      }
      var strict = new ChatYaml().local("L1", NOWHERE, "model: chat-a");
      strict.local("L2", l2.url().toString(), "model: chat-a");
      try (var station = Station.start(folder.resolve("b"), strict.toString())) {
        var answer = Talk.answer(station, PLAIN);

        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.code()).isEqualTo("answer_mismatch");
        assertThat(answer.message()).contains("chat-a").contains("chat-b");
        assertThat(ChatRows.endings(ChatRows.of(station)))
            .containsExactly("L1 not_sent", "L2 mismatch");
        assertThat(ChatRows.of(station).getLast().names().served()).hasValue("chat-b");
      }
    }
  }

  @Test
  @DisplayName("C30: a name that nobody configured is 404, and no engine is asked")
  void unknownNamesAreNotServed() throws IOException {
    try (var l1 = ScriptedChat.start(always(hello("m")));
        var station = Station.start(folder, new ChatYaml().local("L1", l1).toString())) {
      var chat = Talk.answer(station, PLAIN.replace("coder", "no-such-model"));
      var embedding =
          station.post("/v1/embeddings", "{\"model\":\"no-such-model\",\"input\":\"a\"}");

      assertThat(chat.status()).isEqualTo(404);
      assertThat(chat.code()).isEqualTo("model_not_found");
      assertThat(chat.body()).contains("coder");
      assertThat(embedding.status()).isEqualTo(404);
      assertThat(embedding.code()).isEqualTo("model_not_found");
      assertThat(l1.requests()).isEmpty();
      assertThat(ChatRows.of(station)).isEmpty();
    }
  }

  @Test
  @DisplayName("C58: a refusal of a streamed call reaches the caller with its status, never as 200")
  void refusalKeepsItsStatus() throws IOException {
    var later = new CompletableFuture<Void>();
    try (var l1 =
            ScriptedChat.start(
                always(
                    ChatReply.silence()
                        .until(later)
                        .head(400)
                        .bytes(Chats.error("tools: bad schema, key sk-0123456789", "bad_tools"))
                        .end()));
        var station = Station.start(folder, new ChatYaml().local("L1", l1).toString());
        var talk = Talk.ask(station, STREAMED.replace("}]}", "}],\"tools\":[{}]}"))) {
      l1.awaitRequests(1);
      later.complete(null);
      var answer = talk.answer();

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.headers().get("content-type")).startsWith("application/json");
      assertThat(answer.message()).contains("tools: bad schema").doesNotContain("sk-0123");
      assertThat(answer.code()).isEqualTo("bad_tools");
      assertThat(ChatRows.endings(ChatRows.of(station))).containsExactly("L1 refused");
      assertThat(l1.requests()).hasSize(1);
    }
  }

  @Test
  @DisplayName(
      "C65: no connection, a reset, an unknown host, silence and HTML are 502, 504, each itself")
  void faultsOfTransportAreTheirOwn() throws IOException {
    assertThat(codeOf("a", NOWHERE)).isEqualTo("502 upstream_unreachable");
    assertThat(codeOf("c", "http://no-such-host.invalid:1/v1"))
        .isEqualTo("502 upstream_unknown_host");
    try (var l1 = ScriptedChat.start(always(ChatReply.drop()))) {
      assertThat(codeOf("b", l1.url().toString())).isEqualTo("502 upstream_reset");
      l1.answering(
          always(
              ChatReply.head(200, Map.of("content-type", "text/html"))
                  .bytes("<html>hello</html>")
                  .end()));
      assertThat(codeOf("e", l1.url().toString())).isEqualTo("502 upstream_invalid_response");
    }
    try (var l1 = ScriptedChat.start(always(ChatReply.silence()));
        var station =
            Station.start(
                folder.resolve("d"),
                new ChatYaml().local("L1", l1).with("attempts: 1").toString());
        var talk = Talk.ask(station, PLAIN)) {
      l1.awaitRequests(1);
      station.time().advance(Duration.ofMillis(2_100));
      var answer = talk.answer();
      assertThat(answer.status() + " " + answer.code()).isEqualTo("504 upstream_timeout");
    }
  }

  private String codeOf(String home, String url) throws IOException {
    var yaml = new ChatYaml().local("L1", url, "model: m").with("attempts: 1");
    try (var station = Station.start(folder.resolve(home), yaml.toString())) {
      var answer = Talk.answer(station, PLAIN);
      return answer.status() + " " + answer.code();
    }
  }

  @Test
  @DisplayName("C67: a 200 that only says that the network is lost is no answer")
  void lostNetworkInsideA200() throws IOException {
    var lost = "{\"html-message\":\"Network connection lost.\"}";
    try (var l1 = ScriptedChat.start(always(ChatReply.json(200, lost)));
        var l2 = ScriptedChat.start(always(hello("m")))) {
      assertThat(codeOf("alone", l1.url().toString())).isEqualTo("502 upstream_invalid_response");
      try (var station =
          Station.start(
              folder.resolve("both"), new ChatYaml().local("L1", l1).local("L2", l2).toString())) {
        var answer = Talk.answer(station, PLAIN);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.told("served-by")).isEqualTo("L2");
        assertThat(answer.told("reason")).isEqualTo("local_invalid_response");
      }
    }
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("e"), new Yaml().local("L1", l1).toString())) {
      station.gate("L1", TableName.CODE);
      l1.answering(Scripts.always(Reply.json(lost)));
      var embedding = station.embed("a");

      assertThat(embedding.status()).isEqualTo(502);
      assertThat(embedding.code()).isEqualTo("upstream_invalid_response");
    }
  }

  @Test
  @DisplayName("C102: nothing of a caller's credentials reaches an engine")
  void credentialsStayHere() throws IOException {
    var secret = "KEY-CALLER-0001";
    try (var l1 = ScriptedChat.start(always(hello("m")));
        var station =
            Station.start(folder.resolve("k"), new ChatYaml().local("L1", l1).toString())) {
      var answer =
          Talk.answer(
              station,
              PLAIN,
              "Authorization: Bearer " + secret,
              "Cookie: a=" + secret,
              "X-Api-Key: " + secret);

      assertThat(answer.status()).isEqualTo(200);
      assertClean(l1.requests().getFirst(), secret);
    }
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("e"), new Yaml().local("L1", l1).toString())) {
      station.gate("L1", TableName.CODE);
      l1.forget();
      var answer =
          station.send(
              HttpRequest.newBuilder(URI.create(station.url() + "/v1/embeddings"))
                  .header("Authorization", "Bearer " + secret)
                  .header("Cookie", "a=" + secret)
                  .header("x-api-key", secret)
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"model\":\"code-embedding\",\"input\":\"a\"}")));

      assertThat(answer.status()).isEqualTo(200);
      l1.requests().forEach(request -> assertClean(request, secret));
      assertThat(l1.requests()).isNotEmpty();
    }
  }

  private static void assertClean(Request seen, String secret) {
    assertThat(seen.headers()).doesNotContainKeys("authorization", "cookie", "x-api-key");
    assertThat(seen.headers().values()).noneMatch(value -> value.contains(secret));
    assertThat(seen.json()).doesNotContain(secret);
  }
}
