package dev.interlock.it.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.models.FunctionDefinition;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.embeddings.EmbeddingCreateParams;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenAI's own Java client against a server with the embedded encoder. The client asks for base64
/// by itself.
final class OpenAiSdkTest {
  @TempDir private Path home = Path.of("");

  @Test
  @DisplayName("A3: OpenAI's own client embeds through the gate and reads our refusals")
  void sdkEmbeds() throws IOException {
    try (var station = Station.start(home, "server: {port: 7070}\n")) {
      var client =
          OpenAIOkHttpClient.builder()
              .baseUrl(station.url() + "/v1")
              .apiKey("none")
              .maxRetries(0)
              .build();
      try {
        var answer =
            client
                .embeddings()
                .create(
                    EmbeddingCreateParams.builder()
                        .model("text-embedding")
                        .inputOfArrayOfStrings(List.of("a small boat", "a little ship", "tax law"))
                        .build());

        assertThat(answer.model()).isEqualTo("all-minilm-l6-v2-q");
        assertThat(answer.data()).hasSize(3);
        var vectors = answer.data().stream().map(e -> e.embedding()).toList();
        assertThat(vectors).allSatisfy(v -> assertThat(v).hasSize(384));
        assertThat(dot(vectors.get(0), vectors.get(0))).isBetween(0.999, 1.001);
        assertThat(dot(vectors.get(0), vectors.get(1)))
            .isGreaterThan(dot(vectors.get(0), vectors.get(2)));
        assertThat(answer.usage().promptTokens()).isPositive();

        assertThatExceptionOfType(NotFoundException.class)
            .isThrownBy(() -> client.embeddings().create(call("no-such-model", "x")))
            .withMessageContaining("no-such-model");
        assertThatExceptionOfType(BadRequestException.class)
            .isThrownBy(() -> client.embeddings().create(call("text-embedding", "")))
            .withMessageContaining("empty");
      } finally {
        client.close();
      }
    }
  }

  @Test
  @DisplayName("B1: OpenAI's own client chats by profile: plain, streamed, and with tools")
  void sdkChats() throws IOException {
    try (var engine = ScriptedChat.start(OpenAiSdkTest::chat);
        var station = Station.start(home, profile(engine))) {
      var client =
          OpenAIOkHttpClient.builder()
              .baseUrl(station.url() + "/v1")
              .apiKey("none")
              .maxRetries(0)
              .build();
      try {
        var plain = client.chat().completions().create(question("hello").build());
        assertThat(plain.model()).isEqualTo("m");
        assertThat(plain.choices().getFirst().message().content()).hasValue("hello you");
        assertThat(plain.usage().orElseThrow().completionTokens()).isEqualTo(3);

        var text = new StringBuilder();
        try (var stream = client.chat().completions().createStreaming(question("hello").build())) {
          stream.stream()
              .flatMap(chunk -> chunk.choices().stream())
              .forEach(choice -> choice.delta().content().ifPresent(text::append));
        }
        assertThat(text).hasToString("hello you");

        var tools = client.chat().completions().create(withTool());
        var call = tools.choices().getFirst().message().toolCalls().orElseThrow().getFirst();
        assertThat(call.asFunction().function().name()).isEqualTo("get_weather");
        assertThat(engine.requests().getLast().json()).contains("\"get_weather\"");

        assertThatExceptionOfType(NotFoundException.class)
            .isThrownBy(
                () -> client.chat().completions().create(question("hello").model("nobody").build()))
            .withMessageContaining("nobody");
        assertThat(client.models().list().data()).anyMatch(model -> model.id().equals("coder"));
      } finally {
        client.close();
      }
    }
  }

  static String profile(ScriptedChat engine) {
    return """
    hosts: {h: {url: "%s"}}
    routes: {r: {host: h, model: m}}
    profiles: {coder: {kind: generate, tiers: [{routes: [r]}]}}
    """
        .formatted(engine.url());
  }

  static ChatReply chat(Request request) {
    if (request.json().contains("\"tools\"")) {
      return ChatReply.json(
          200,
          Chats.plain("m", "")
              .replace(
                  "\"content\":\"\"",
                  "\"content\":null,\"tool_calls\":[{\"id\":\"call-1\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"{}\"}}]")
              .replace("\"stop\"", "\"tool_calls\""));
    }
    return request.json().contains("\"stream\":true")
        ? ChatReply.stream().events(Chats.chunks("m", "hello ", "you")).done()
        : ChatReply.json(200, Chats.plain("m", "hello you"));
  }

  private static ChatCompletionCreateParams.Builder question(String text) {
    return ChatCompletionCreateParams.builder().model("coder").addUserMessage(text);
  }

  private static ChatCompletionCreateParams withTool() {
    return question("weather?")
        .addFunctionTool(FunctionDefinition.builder().name("get_weather").build())
        .build();
  }

  private static EmbeddingCreateParams call(String model, String text) {
    return EmbeddingCreateParams.builder().model(model).input(text).build();
  }

  private static double dot(List<Float> a, List<Float> b) {
    double sum = 0;
    for (int i = 0; i < a.size(); i++) {
      sum += (double) a.get(i) * b.get(i);
    }
    return sum;
  }
}
