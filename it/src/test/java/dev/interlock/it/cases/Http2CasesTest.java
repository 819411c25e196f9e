package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Callers who speak HTTP/2 without TLS, as LangChain4j does unless it is told otherwise.
final class Http2CasesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder = Path.of("");

  private HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.shutdownNow();
  }

  /// Upgrades a connection, which later requests use. The JDK's client may miss the answer that
  /// comes with the upgrade, and is then made anew.
  private void upgrade(Station station) throws IOException, InterruptedException {
    var look = HttpRequest.newBuilder(URI.create(station.url() + "/livez")).timeout(PATIENCE);
    for (int tries = 0; tries < 3; tries++) {
      try {
        var answer = client.send(look.build(), BodyHandlers.discarding());
        assertThat(answer.version()).isEqualTo(Version.HTTP_2);
        return;
      } catch (HttpTimeoutException theAnswerWasMissed) {
        client.shutdownNow();
        client = HttpClient.newHttpClient();
      }
    }
    throw new AssertionError("no connection was upgraded");
  }

  private <T> HttpResponse<T> asked(Station station, String body, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(station.url() + "/v1/chat/completions"))
            .timeout(PATIENCE.multipliedBy(3))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    var answer = client.send(request, handler);
    assertThat(answer.version()).isEqualTo(Version.HTTP_2);
    return answer;
  }

  @Test
  @DisplayName("B1: a chat is answered over HTTP/2, plain and streamed")
  void plainAndStreamed() throws IOException, InterruptedException {
    try (var l1 = ScriptedChat.start(ChatCasesTest.always(ChatCasesTest.hello("m")));
        var station = Station.start(folder, new ChatYaml().local("L1", l1).toString())) {
      upgrade(station);
      var plain = asked(station, ChatCasesTest.PLAIN, BodyHandlers.ofString());
      assertThat(plain.statusCode()).isEqualTo(200);
      assertThat(plain.body()).contains("hello");
      assertThat(plain.headers().firstValue("x-interlock-served-by")).hasValue("L1");

      l1.answering(_ -> ChatReply.stream().events(Chats.chunks("m", "hello")).done());
      var streamed = asked(station, ChatCasesTest.STREAMED, BodyHandlers.ofString());
      assertThat(streamed.statusCode()).isEqualTo(200);
      assertThat(streamed.headers().firstValue("content-type").orElse(""))
          .startsWith("text/event-stream");
      assertThat(streamed.body()).contains("hello").endsWith("data: [DONE]\n\n");
    }
  }

  @Test
  @DisplayName("B1: who leaves a stream over HTTP/2 ends the engine's call, too")
  void leaving() throws IOException, InterruptedException {
    var never = new CompletableFuture<Void>();
    try (var l1 =
            ScriptedChat.start(
                _ -> ChatReply.stream().events(Chats.text("m", "one")).until(never));
        var station = Station.start(folder, new ChatYaml().local("L1", l1).toString())) {
      upgrade(station);
      var answer = asked(station, ChatCasesTest.STREAMED, BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        assertThat(new String(body.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("data: ");
      }
      l1.awaitAbandoned(1);
    }
  }
}
