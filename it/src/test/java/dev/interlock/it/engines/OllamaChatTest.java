package dev.interlock.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.ledger.Ending;
import dev.interlock.it.Station;
import dev.interlock.it.cases.ChatRows;
import dev.interlock.it.cases.Talk;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// An Ollama, asked for chats by its own `/api/chat`.
final class OllamaChatTest extends EngineTests {
  private static final String HELLO = ask("{'role':'user','content':'hello'}", "");
  private static final String STREAMED = ask("{'role':'user','content':'hello'}", ",'stream':true");
  private static final String TOOLS =
      ",'tools':[{'type':'function','function':{'name':'weather','parameters':{'type':'object'}}}]";

  /// More than the stand-in's context takes, none of it too long by itself.
  private static final String OVERLONG =
      """
      {'role':'user','content':'%s'},{'role':'assistant','content':'%s'},{'role':'user','content':'so?'}\
      """
          .formatted(House.words(80), House.words(80));

  /// A body; single quotes stand for double ones.
  private static String ask(String messages, String more) {
    return "{'model':'talk','messages':[%s]%s}".formatted(messages, more).replace('\'', '"');
  }

  private static OllamaStandIn ollama() throws IOException {
    return new OllamaStandIn(encoders());
  }

  private Station station(OllamaStandIn ollama) throws IOException {
    return station(ollama, "http://127.0.0.1:1", "");
  }

  /// A server whose Ollama has been read.
  private Station station(OllamaStandIn ollama, String wide, String reserve) throws IOException {
    var station =
        Station.start(
            folder.resolve("home"),
            """
            hosts:
              box: {url: "%s/v1", dialect: ollama, chat: native}
              wide: {url: "%s"}
            routes:
              say: {host: box, model: "%s", maxTokens: 128}
              more: {host: wide, model: m, maxTokens: 8192}
            profiles:
              talk: {kind: generate, tiers: [{routes: [say%s]}]}
            """
                .formatted(ollama.url(), wide, OllamaStandIn.MODEL, reserve));
    House.await(
        () -> !station.post("/v1/chat/completions", HELLO).code().equals("no_route"), "its state");
    return station;
  }

  @Test
  @DisplayName("B1, B7: a chat goes to /api/chat, told not to cut, and is checked by the digest")
  void plain() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      var answer =
          station.post(
              "/v1/chat/completions",
              ask("{'role':'user','content':'hello'}", ",'max_tokens':9,'options':{'num_ctx':64}"));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/object").asString()).isEqualTo("chat.completion");
      assertThat(answer.json().at("/choices/0/message/content").asString())
          .isEqualTo("read 1, the last by user: hello");
      assertThat(answer.json().at("/choices/0/message/reasoning").asString())
          .isEqualTo("let me count");
      assertThat(answer.json().at("/choices/0/finish_reason").asString()).isEqualTo("stop");
      assertThat(answer.json().at("/usage/completion_tokens").asInt()).isEqualTo(5);
      assertThat(answer.header("x-interlock-check")).isEqualTo("state");
      assertThat(answer.header("x-interlock-served-model")).isEqualTo(OllamaStandIn.MODEL);
      assertThat(answer.json().path("model").asString()).isEqualTo(OllamaStandIn.MODEL);
      assertThat(ollama.chats).hasValue(0);
      var asked = ollama.own.asked().getLast();
      assertThat(asked.path("truncate").asBoolean(true)).isFalse();
      assertThat(asked.path("shift").asBoolean(true)).isFalse();
      assertThat(asked.path("options").toString()).isEqualTo("{\"num_ctx\":64,\"num_predict\":9}");
    }
  }

  @Test
  @DisplayName("B1, B3: lines become events that end as OpenAI's do, and the ledger has the counts")
  void streamed() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      int before = ChatRows.of(station).size();
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.whole()).isTrue();
      assertThat(answer.text()).isEqualTo("read 1, the last by user: hello");
      assertThat(answer.events().getLast()).isEqualTo("[DONE]");
      assertThat(answer.events().get(answer.events().size() - 2))
          .contains("\"finish_reason\":\"stop\"");
      assertThat(answer.body()).doesNotContain("usage").contains("\"reasoning\":\"let me count\"");
      var row = ChatRows.await(station, before + 1).getLast();
      assertThat(row.volume().estimated()).isFalse();
      assertThat(row.volume().completionTokens()).hasValue(5);

      var told =
          Talk.answer(
              station,
              STREAMED.replace("true}", "true,\"stream_options\":{\"include_usage\":true}}"));
      assertThat(told.events().get(told.events().size() - 2))
          .contains("\"choices\":[]", "\"completion_tokens\":5");
    }
  }

  @Test
  @DisplayName("B3: where Ollama leaves the prompt's count out, tokens are told as estimated")
  void cachedPrompt() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      ollama.own.cached = true;
      int before = ChatRows.of(station).size();
      var answer = station.post("/v1/chat/completions", HELLO);

      assertThat(answer.json().has("usage")).isFalse();
      assertThat(ChatRows.await(station, before + 1).getLast().volume().estimated()).isTrue();
    }
  }

  @Test
  @DisplayName("B1: a tool is called with text as arguments, and its result goes back by its name")
  void tools() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      var called =
          station.post("/v1/chat/completions", ask("{'role':'user','content':'sun?'}", TOOLS));
      assertThat(called.json().at("/choices/0/finish_reason").asString()).isEqualTo("tool_calls");
      var call = called.json().at("/choices/0/message/tool_calls/0");
      assertThat(call.at("/function/name").asString()).isEqualTo("weather");
      assertThat(call.at("/function/arguments").asString()).isEqualTo("{\"city\":\"Köln\"}");
      assertThat(call.path("id").asString()).startsWith("call_");

      var streamed =
          Talk.answer(station, ask("{'role':'user','content':'sun?'}", TOOLS + ",'stream':true"));
      assertThat(streamed.whole()).isTrue();
      assertThat(streamed.body())
          .contains("\"index\":0", "\"finish_reason\":\"tool_calls\"", "[DONE]");

      var message = called.json().at("/choices/0/message").toString();
      var result =
          "{\"role\":\"tool\",\"tool_call_id\":\"%s\",\"content\":\"rain\"}"
              .formatted(call.path("id").asString());
      var answer =
          station.post(
              "/v1/chat/completions",
              ask("{'role':'user','content':'sun?'},%s,%s".formatted(message, result), TOOLS));
      assertThat(answer.json().at("/choices/0/message/content").asString())
          .isEqualTo("read 3, the last by weather: rain");
    }
  }

  @Test
  @DisplayName("B1: an over-long conversation is the caller's 400, and no message of it is dropped")
  void overlong() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      for (var more : new String[] {"", ",'stream':true"}) {
        var answer = Talk.answer(station, ask(OVERLONG, more));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("context_length_exceeded");
        assertThat(answer.message())
            .endsWith("exceeds the available context size (128 tokens), try increasing it");
      }
      assertThat(ollama.own.dropped()).isEmpty();

      var answer =
          station.post("/v1/chat/completions", ask(OVERLONG, ",'options':{'num_ctx':512}"));
      assertThat(answer.json().at("/choices/0/message/content").asString()).startsWith("read 3");
    }
  }

  @Test
  @DisplayName("B1: a route with a larger context takes what was too long for Ollama")
  void overlongGoesToALargerContext() throws IOException {
    try (var ollama = ollama();
        var wide = ScriptedChat.start(_ -> ChatReply.json(200, Chats.plain("m", "all read")));
        var station = station(ollama, wide.url().toString(), ", more")) {
      var answer = Talk.answer(station, ask(OVERLONG, ""));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.told("served-by")).isEqualTo("more");
      assertThat(wide.requests().getLast().json()).contains("so?", House.words(80));
      assertThat(ollama.own.dropped()).isEmpty();
    }
  }

  @Test
  @DisplayName("B1: an error line ends the stream with an error, and the ledger says so")
  void errorInTheMiddle() throws IOException {
    breaks(OllamaChats.End.ERROR, "llama runner process has terminated");
  }

  @Test
  @DisplayName("B1: a stream without its last line ends with an error, and the ledger says so")
  void noLastLine() throws IOException {
    breaks(OllamaChats.End.SHORT, "without a finish");
  }

  private void breaks(OllamaChats.End how, String words) throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      ollama.own.end = how;
      int before = ChatRows.of(station).size();
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.whole()).isFalse();
      assertThat(answer.text()).startsWith("read 1");
      assertThat(answer.events().getLast()).contains("\"error\"", words);
      assertThat(answer.body()).doesNotContain("[DONE]", "\"stop\"");
      var row = ChatRows.await(station, before + 1).getLast();
      assertThat(row.result().ending()).isEqualTo(Ending.PARTIAL);
      assertThat(row.result().reason()).contains(words);
    }
  }

  @Test
  @DisplayName("B3: what /api/chat has no words for is 400, and no engine is said to have seen it")
  void unfit() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama)) {
      int asked = ollama.own.asked().size();
      int before = ChatRows.of(station).size();
      var answer =
          station.post("/v1/chat/completions", ask("{'role':'user','content':'hi'}", ",'n':2"));

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("unsupported_parameter");
      assertThat(answer.json().at("/error/param").asString()).isEqualTo("n");
      assertThat(answer.message()).contains("route say was not asked", "`n`", "/api/chat");
      assertThat(ollama.own.asked()).hasSize(asked);
      var row = ChatRows.await(station, before + 1).getLast();
      assertThat(row.result().ending()).isEqualTo(Ending.REFUSED);
      assertThat(row.result().status()).isEmpty();
      assertThat(row.volume().bytesOut()).isZero();
    }
  }
}
