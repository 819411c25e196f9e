package dev.interlock.runtime.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.error.ApiError;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.ScriptedChat;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class OllamaUpstreamTest {
  private static final Map<String, String> NDJSON = Map.of("content-type", "application/x-ndjson");
  private static final String PLAIN =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  private static final String STREAM = PLAIN.replace("}]}", "}],\"stream\":true}");
  private static final String FIRST =
      "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"one\"},\"done\":false}\n";
  private static final String LAST =
      "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
          + "\"done_reason\":\"stop\"}\n";

  private final Vertx vertx = Vertx.vertx();
  private final ScriptedChat engine = ScriptedChat.start(_ -> ChatReply.silence());
  private final Upstream upstream =
      new OllamaUpstream(
          DirectUpstream.ofRoot(
              vertx, new ManualTime(), Endpoint.of(engine.url(), "m"), ConnectionListener.NONE),
          () -> "id-1");

  @AfterEach
  void stop() {
    upstream.close();
    engine.close();
    vertx.close().await();
  }

  /// What one call is told, in order.
  private static final class Told implements Upstream.Incoming {
    private final List<String> told = new ArrayList<>();
    private final BlockingQueue<List<String>> ended = new LinkedBlockingQueue<>();
    private final CompletableFuture<Upstream.Flow> flow = new CompletableFuture<>();
    private final Consumer<Told> onBytes;

    Told(Consumer<Told> onBytes) {
      this.onBytes = onBytes;
    }

    @Override
    public void sent() {
      told.add("sent");
    }

    @Override
    public void head(Head head) {
      told.add("head " + head.status());
    }

    @Override
    public void bytes(Buffer part) {
      told.add(part.toString(UTF_8));
      onBytes.accept(this);
    }

    @Override
    public void end() {
      finished("end");
    }

    @Override
    public void lost(Loss loss) {
      finished("lost %s: %s".formatted(loss.kind(), loss.words()));
    }

    @Override
    public void unfit(ApiError error) {
      finished("unfit " + error.param().orElse(""));
    }

    private void finished(String how) {
      told.add(how);
      ended.add(List.copyOf(told));
    }

    List<String> all() throws InterruptedException {
      return Optional.ofNullable(ended.poll(20, TimeUnit.SECONDS)).orElseThrow();
    }
  }

  private Told send(String body, Consumer<Told> onBytes) {
    var told = new Told(onBytes);
    vertx.runOnContext(
        _ ->
            told.flow.complete(
                upstream.send(
                    new Outgoing("/chat/completions", "text/event-stream", Buffer.buffer(body)),
                    told)));
    return told;
  }

  private Told send(String body) {
    return send(body, _ -> {});
  }

  @Test
  @DisplayName("B1: a call goes to the server's own /api/chat, told not to cut")
  void plain() throws InterruptedException {
    engine.answering(_ -> ChatReply.json(200, LAST.replace("\"\"", "\"whole\"")));

    assertThat(send(PLAIN).all())
        .containsExactly(
            "sent",
            "head 200",
            "{\"id\":\"id-1\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"message\":{\"role\":\"assistant\",\"content\":\"whole\"},\"finish_reason\":\"stop\"}]}",
            "end");
    var request = engine.requests().getFirst();
    assertThat(request.path()).isEqualTo("/api/chat");
    assertThat(request.headers()).containsEntry("accept", "application/x-ndjson, application/json");
    assertThat(request.json()).contains("\"stream\":false,\"truncate\":false,\"shift\":false");
  }

  @Test
  void stream() throws InterruptedException {
    engine.answering(
        _ ->
            ChatReply.head(200, NDJSON)
                .bytes(FIRST.substring(0, 20))
                .bytes(FIRST.substring(20))
                .bytes(LAST)
                .end());

    var told = send(STREAM).all();
    assertThat(told).startsWith("sent", "head 200").endsWith("end");
    assertThat(String.join("", told))
        .contains("data: {\"id\":\"id-1\"", "\"content\":\"one\"", "\"finish_reason\":\"stop\"")
        .contains("data: [DONE]\n\n");
  }

  @Test
  @DisplayName("B1: what Ollama can't be asked for is told without a byte being sent")
  void unfit() throws InterruptedException {
    var told = send(PLAIN.replace("\"model\"", "\"n\":2,\"model\""));
    assertThat(told.all()).containsExactly("unfit n");
    var flow = told.flow.join();
    flow.pause();
    flow.resume();
    flow.reset();
    assertThat(engine.requests()).isEmpty();
  }

  @Test
  @DisplayName(
      "B1: a refusal keeps its status, and the runner's own error is taken out of its text")
  void refusal() throws InterruptedException {
    engine.answering(
        _ ->
            ChatReply.json(
                400,
                "{\"error\":\"{\\\"error\\\":{\\\"type\\\":\\\"exceed_context_size_error\\\"}}\"}"));
    assertThat(send(STREAM).all())
        .containsExactly(
            "sent", "head 400", "{\"error\":{\"type\":\"exceed_context_size_error\"}}", "end");
  }

  @Test
  void refusalThatIsCut() throws InterruptedException {
    engine.answering(_ -> ChatReply.head(503, Map.of()).bytes("{\"error\":\"busy").cut());
    assertThat(send(PLAIN).all())
        .containsExactly(
            "sent",
            "head 503",
            "{\"error\":\"busy",
            "lost CUT: closed the connection in the middle of its answer");
  }

  @Test
  @DisplayName("B1: a stream that is cut is lost, with no end mark")
  void cut() throws InterruptedException {
    engine.answering(_ -> ChatReply.head(200, NDJSON).bytes(FIRST).cut());
    var told = send(STREAM).all();
    assertThat(told.getLast()).startsWith("lost CUT");
    assertThat(String.join("", told)).contains("one").doesNotContain("DONE");
  }

  @Test
  @DisplayName("B1: a stream that ends in order without its last line has no end mark")
  void unfinished() throws InterruptedException {
    engine.answering(_ -> ChatReply.head(200, NDJSON).bytes(FIRST).end());
    var told = send(STREAM).all();
    assertThat(told.getLast()).isEqualTo("end");
    assertThat(String.join("", told)).contains("one").doesNotContain("DONE");
  }

  @Test
  @DisplayName("B1: an error line is passed on as an error, and nothing that follows it")
  void errorLine() throws InterruptedException {
    engine.answering(
        _ ->
            ChatReply.head(200, NDJSON)
                .bytes(FIRST)
                .bytes("{\"error\":\"runner gone\"}\n")
                .bytes(LAST)
                .end());
    var told = send(STREAM).all();
    assertThat(told.get(told.size() - 2))
        .isEqualTo("data: {\"error\":{\"message\":\"runner gone\"}}\n\n");
    assertThat(told.getLast()).isEqualTo("end");
  }

  @Test
  void unreadableLineGivesTheCallUp() throws InterruptedException {
    engine.answering(_ -> ChatReply.head(200, NDJSON).bytes("<html>\n"));
    assertThat(send(STREAM).all())
        .containsExactly("sent", "head 200", "lost UNREADABLE: sent a line that is no JSON object");
    engine.awaitAbandoned(1);
  }

  @Test
  void loadingIsNoAnswer() throws InterruptedException {
    engine.answering(_ -> ChatReply.json(200, LAST.replace("stop", "load")));
    assertThat(send(PLAIN).all().getLast())
        .isEqualTo("lost UNREADABLE: only loaded or unloaded its model");
  }

  @Test
  @DisplayName("B3: a call that is given up is told nothing more, and its engine sees it closed")
  void givenUp() {
    engine.answering(_ -> ChatReply.head(200, NDJSON).bytes(FIRST + "<html>\n"));
    var told = send(STREAM, t -> t.flow.join().reset());
    engine.awaitAbandoned(1);
    upstream.close();
    assertThat(told.ended).isEmpty();
  }

  @Test
  void answerLargerThanAnyIsGivenUp() throws InterruptedException {
    var megabyte = " ".repeat(1 << 20);
    var reply = ChatReply.head(200, Map.of());
    for (int i = 0; i <= OllamaFlow.MOST_BYTES >> 20; i++) {
      reply = reply.bytes(megabyte);
    }
    var whole = reply;
    engine.answering(_ -> whole);
    assertThat(send(PLAIN).all().getLast())
        .isEqualTo("lost UNREADABLE: answered with more than 64 MiB");
  }
}
