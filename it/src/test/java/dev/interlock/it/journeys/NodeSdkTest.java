package dev.interlock.it.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Node;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// OpenAI's own Node client, of another make than the Java one.
@Tag("clients")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class NodeSdkTest {
  @TempDir private Path home = Path.of("");

  @Test
  @DisplayName("B1: OpenAI's Node client chats, streams, embeds, reads refusals, and gives up")
  void sdkIsServed() throws IOException {
    var node = Node.ready();
    try (var engine = ScriptedChat.start(NodeSdkTest::chat);
        var station = Station.start(home, OpenAiSdkTest.profile(engine))) {
      var told = node.script("openai_client.mjs", List.of(station.url()));

      assertThat(told.exitCode()).as(told.output()).isZero();
      assertThat(told.output().lines())
          .containsExactly(
              "plain", "streamed", "tools", "models", "embeddings", "errors", "aborts");
      engine.awaitAbandoned(2);
    }
  }

  private static ChatReply chat(Request request) {
    if (request.json().contains("silence")) {
      return ChatReply.silence();
    }
    return request.json().contains("for ever")
        ? ChatReply.stream().events(Chats.text("m", "one")).until(new CompletableFuture<Void>())
        : OpenAiSdkTest.chat(request);
  }
}
