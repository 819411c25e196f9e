package dev.interlock.it.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.models.embeddings.EmbeddingCreateParams;
import dev.interlock.it.Station;
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
