package dev.interlock.it.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.it.cases.ChatRows;
import dev.interlock.it.cases.Talk;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Chats with a real model through the gateway: framing, arithmetic and determinism, never sense.
@Tag("engines")
final class LlamaChatTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static Optional<LlamaServer> engine = Optional.empty();

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void open() throws IOException {
    engine = Optional.of(LlamaServer.chat());
  }

  @AfterAll
  static void close() {
    engine.ifPresent(LlamaServer::close);
  }

  @BeforeEach
  void idle() {
    LlamaServer.await(() -> llama().busySlots() == 0, "two free slots");
  }

  private static LlamaServer llama() {
    return engine.orElseThrow();
  }

  private Station station() throws IOException {
    return Chats.started(folder, Chats.yaml(llama()));
  }

  @Test
  @DisplayName("B7: a plain answer is whole, adds up, and comes out alike every time")
  void plain() throws IOException {
    try (var station = station()) {
      var answer = Talk.answer(station, Chats.ask(""));
      var again = Talk.answer(station, Chats.ask(""));

      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.json().path("object").asString()).isEqualTo("chat.completion");
      assertThat(answer.json().path("model").asString()).isEqualTo(LlamaServer.CHAT_MODEL);
      assertThat(Chats.text(answer.json())).isNotBlank().isEqualTo(Chats.text(again.json()));
      assertThat(answer.told("requested")).isEqualTo(Chats.PROFILE);
      assertThat(answer.told("resolved")).isEqualTo(LlamaServer.CHAT_MODEL);
      assertThat(answer.told("served-model")).isEqualTo(LlamaServer.CHAT_MODEL);
      assertThat(answer.told("served-by")).isEqualTo("real");
      assertThat(answer.told("decision")).isEqualTo("primary");
      var usage = answer.json().path("usage");
      assertAddsUp(usage);
      var row = ChatRows.await(station, 2).getFirst();
      assertThat(row.volume().promptTokens()).isEqualTo(tokens(usage, "prompt_tokens"));
      assertThat(row.volume().completionTokens()).isEqualTo(tokens(usage, "completion_tokens"));
      assertThat(row.volume().estimated()).isFalse();
    }
  }

  private static void assertAddsUp(JsonNode usage) {
    assertThat(usage.path("prompt_tokens").asInt()).isPositive();
    assertThat(usage.path("completion_tokens").asInt()).isBetween(1, 12);
    assertThat(usage.path("total_tokens").asInt())
        .isEqualTo(usage.path("prompt_tokens").asInt() + usage.path("completion_tokens").asInt());
  }

  private static OptionalLong tokens(JsonNode usage, String field) {
    return OptionalLong.of(usage.path(field).asLong());
  }

  @Test
  @DisplayName("B7: a stream with its usage ends with it, then its mark, and says what plain says")
  void streamedWithUsage() throws IOException {
    try (var station = station()) {
      var plain = Talk.answer(station, Chats.ask(""));
      var answer =
          Talk.answer(
              station, Chats.ask("\"stream\":true,\"stream_options\":{\"include_usage\":true}"));
      var events = answer.events();
      var usage = JSON.readTree(events.get(events.size() - 2));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.whole()).isTrue();
      assertThat(answer.headers().get("content-type")).startsWith("text/event-stream");
      assertThat(events.getLast()).isEqualTo("[DONE]");
      assertThat(answer.text()).isEqualTo(Chats.text(plain.json()));
      assertThat(usage.path("choices").size()).isZero();
      assertAddsUp(usage.path("usage"));
      var row = ChatRows.await(station, 2).getLast();
      assertThat(row.volume().completionTokens())
          .isEqualTo(tokens(usage.path("usage"), "completion_tokens"));
      assertThat(row.volume().estimated()).isFalse();
      assertThat(row.span().firstNanos()).isPresent();
    }
  }

  @Test
  @DisplayName("B7: a stream without usage has none, and the ledger marks its tokens as estimated")
  void streamedWithoutUsage() throws IOException {
    try (var station = station()) {
      var answer = Talk.answer(station, Chats.ask("\"stream\":true"));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.whole()).isTrue();
      assertThat(answer.events().getLast()).isEqualTo("[DONE]");
      assertThat(answer.text()).isNotBlank();
      assertThat(answer.body()).doesNotContain("\"usage\"");
      assertThat(ChatRows.await(station, 1).getFirst().volume().estimated()).isTrue();
    }
  }

  @Test
  @DisplayName("C60, C62: a caller who leaves a stream frees its slot")
  void leavingFreesTheSlot() throws IOException {
    try (var station = station();
        var talk = Talk.ask(station, Chats.lasting())) {
      talk.readUntil("\"content\":\"");
      assertThat(llama().busySlots()).isEqualTo(1);
      talk.leave();

      LlamaServer.await(() -> llama().busySlots() == 0, "a free slot");
      assertThat(ChatRows.endings(ChatRows.await(station, 1))).containsExactly("real cancelled");
      assertThat(Talk.answer(station, Chats.ask("")).status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("B1: with both slots busy a third waits without a header, and is served after them")
  void thirdWaits() throws IOException {
    try (var station = station();
        var first = Talk.ask(station, Chats.lasting());
        var second = Talk.ask(station, Chats.lasting())) {
      first.readUntil("\"content\":\"");
      second.readUntil("\"content\":\"");
      var third = CompletableFuture.supplyAsync(() -> answered(station));
      LlamaServer.await(() -> llama().queued() == 1, "a queued third");
      assertThat(llama().busySlots()).isEqualTo(2);
      assertThat(third).isNotDone();
      first.leave();

      assertThat(third.join().status()).isEqualTo(200);
      second.leave();
      assertThat(ChatRows.endings(ChatRows.await(station, 3)))
          .containsExactlyInAnyOrder("real cancelled", "real answered", "real cancelled");
    }
  }

  private static Talk.Answer answered(Station station) {
    try {
      return Talk.answer(station, Chats.ask("\"stream\":true"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("C60: a caller who leaves the queue is given up at once, and holds no slot later")
  void leavingTheQueue() throws IOException {
    try (var station = station();
        var first = Talk.ask(station, Chats.lasting());
        var second = Talk.ask(station, Chats.lasting())) {
      first.readUntil("\"content\":\"");
      second.readUntil("\"content\":\"");
      try (var third = Talk.ask(station, Chats.lasting())) {
        LlamaServer.await(() -> llama().queued() == 1, "a queued caller");
        third.leave();
      }
      var row = ChatRows.await(station, 1).getFirst();

      assertThat(ChatRows.endings(List.of(row))).containsExactly("real cancelled");
      assertThat(row.span().firstNanos()).isEmpty();
      // The engine forgets the one who left only when it would be that one's turn.
      first.leave();
      LlamaServer.await(() -> llama().queued() == 0, "an empty queue");
      LlamaServer.await(() -> llama().busySlots() == 1, "a free slot");
      assertThat(Talk.answer(station, Chats.ask("")).status()).isEqualTo(200);
      assertThat(llama().busySlots()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("C58: an overflow is the caller's 400 with its numbers, and no other route is asked")
  void overflowIsTheCallers() throws IOException {
    var tooMuch = Chats.words(2500);
    try (var spare = ScriptedChat.start(_ -> ChatReply.drop());
        var station = Chats.started(folder, Chats.yaml(llama(), spare))) {
      for (var stream : List.of("false", "true")) {
        var answer = Talk.answer(station, Chats.ask(tooMuch, "\"stream\":" + stream));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.headers().get("content-type")).startsWith("application/json");
        assertThat(answer.code()).isEqualTo("context_length_exceeded");
        assertThat(answer.message()).containsPattern("25\\d\\d tokens").contains("2048 tokens");
      }
      assertThat(spare.requests()).isEmpty();
      assertThat(ChatRows.endings(ChatRows.await(station, 2)))
          .containsExactly("real refused", "real refused");
      assertThat(Talk.answer(station, Chats.ask("")).told("served-by")).isEqualTo("real");
    }
  }

  @Test
  @DisplayName("B1: fields that only the engine knows reach it, and its own reach the caller")
  void unknownFieldsPass() throws IOException {
    try (var station = station()) {
      var forced = "\"ignore_eos\":true,\"n_probs\":2,\"max_tokens\":9";
      var answer = Talk.answer(station, Chats.ask(forced)).json();
      var bare = Talk.answer(station, Chats.ask("\"stream\":true")).body();
      var timed =
          Talk.answer(station, Chats.ask("\"stream\":true,\"timings_per_token\":true")).body();

      assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(9);
      assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("length");
      assertThat(answer.at("/choices/0/logprobs/content").size()).isEqualTo(9);
      assertThat(answer.at("/timings/predicted_n").asInt()).isEqualTo(9);
      assertThat(bare.split("\"timings\"", -1)).hasSize(2);
      assertThat(timed.split("\"timings\"", -1).length).isGreaterThan(4);
    }
  }

  @Test
  @DisplayName("B1: a JSON schema is kept to, whatever the model would have said")
  void jsonSchema() throws IOException {
    var schema =
        """
        "max_tokens":80,"response_format":{"type":"json_schema","json_schema":{"name":"c",
        "strict":true,"schema":{"type":"object","properties":{"capital":{"type":"boolean"},
        "size":{"enum":["small","large"]}},"required":["capital","size"],
        "additionalProperties":false}}}
        """;
    try (var station = station()) {
      var answer = Talk.answer(station, Chats.ask(schema));
      var said = JSON.readTree(Chats.text(answer.json()));

      assertThat(answer.json().at("/choices/0/finish_reason").asString()).isEqualTo("stop");
      assertThat(said.propertyNames()).containsExactlyInAnyOrder("capital", "size");
      assertThat(said.path("capital").isBoolean()).isTrue();
      assertThat(said.path("size").asString()).isIn("small", "large");
    }
  }

  @Test
  @DisplayName("B1: where the template knows no tools they change nothing, and that is passed on")
  void toolsWithoutTemplate() throws IOException {
    var tools =
        """
        "tools":[{"type":"function","function":{"name":"get_weather","description":"the weather",
        "parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}]
        """;
    try (var station = station()) {
      var without = Talk.answer(station, Chats.ask("")).json();
      var with = Talk.answer(station, Chats.ask(tools)).json();

      assertThat(with.at("/usage/prompt_tokens")).isEqualTo(without.at("/usage/prompt_tokens"));
      assertThat(Chats.text(with)).isEqualTo(Chats.text(without));
      assertThat(with.at("/choices/0/message").has("tool_calls")).isFalse();
    }
  }
}
