package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.errors.RateLimitException;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.embeddings.EmbeddingCreateParams;
import dev.interlock.it.standin.Encoders.Build;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// OpenAI's own Java client against the cloud, as against the real one.
final class OpenAiClientTest extends StandInTests {
  private OpenAIClient client = OpenAIOkHttpClient.builder().apiKey("none").build();

  @BeforeEach
  void connect() {
    client.close();
    client = OpenAIOkHttpClient.builder().baseUrl(cloud().api()).apiKey(KEY).maxRetries(0).build();
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  @Test
  void itEmbeds() {
    var answer =
        client
            .embeddings()
            .create(
                EmbeddingCreateParams.builder()
                    .model(MINILM)
                    .inputOfArrayOfStrings(List.of("a small boat", "tax law"))
                    .putAdditionalBodyProperty("provider", only("harbour"))
                    .build());

    var vector = answer.data().get(1).embedding();
    var expected = encoders().embed(Build.FULL, List.of("tax law")).getFirst();
    assertThat(vector).hasSize(384);
    for (int i = 0; i < vector.size(); i++) {
      assertThat(vector.get(i).floatValue()).isEqualTo(expected[i]);
    }
    assertThat(answer.model()).isEqualTo("sentence-transformers/all-MiniLM-L6-v2");
    assertThat(answer.usage().promptTokens()).isPositive();
  }

  @Test
  void itChatsAndStreams() {
    var question =
        ChatCompletionCreateParams.builder()
            .model("shore/parrot")
            .addUserMessage("3 small boats")
            .build();

    var plain = client.chat().completions().create(question);
    var text = new StringBuilder();
    try (var stream = client.chat().completions().createStreaming(question)) {
      stream.stream()
          .flatMap(chunk -> chunk.choices().stream())
          .forEach(choice -> choice.delta().content().ifPresent(text::append));
    }

    assertThat(plain.choices().getFirst().message().content()).hasValue("3 small boats ");
    assertThat(text).hasToString("3 small boats ");
  }

  @Test
  void itReadsARefusal() {
    cloud().set("limits", "{\"storm\": {\"calls\": 1}}");

    assertThatExceptionOfType(RateLimitException.class)
        .isThrownBy(
            () ->
                client
                    .embeddings()
                    .create(EmbeddingCreateParams.builder().model(MINILM).input("a").build()))
        .withMessageContaining("Rate limit exceeded");
  }

  private static JsonValue only(String provider) {
    return JsonValue.from(Map.of("only", List.of(provider)));
  }
}
