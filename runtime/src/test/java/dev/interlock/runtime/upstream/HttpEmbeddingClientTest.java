package dev.interlock.runtime.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedOutcome.Answered;
import dev.interlock.core.embed.EmbedOutcome.Failed;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpEmbeddingClientTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final VectorFunction FOUR = VectorFunction.hashing(4);

  private final ScriptedEmbeddings engine = ScriptedEmbeddings.start(Scripts.of(FOUR));
  private final List<HttpEmbeddingClient> opened = new ArrayList<>();

  @AfterEach
  void stop() {
    opened.forEach(HttpEmbeddingClient::close);
    engine.close();
  }

  @AfterAll
  static void stopLoops() {
    VERTX.close().await();
  }

  @Test
  void vectorsModelAndUsageArrive() {
    var answered = answered(client().embed(bulk("a", "b c")));
    assertThat(answered.vectors()).containsExactly(FOUR.vector("a"), FOUR.vector("b c"));
    assertThat(answered.model()).contains("embed-m");
    assertThat(answered.promptTokens()).hasValue(3);
  }

  @Test
  @DisplayName("A7 C08: model, base64, width and pin are on the wire")
  void requestIsAsConfigured() {
    var endpoint = Endpoint.of(engine.url(), "embed-m").pinned(Optional.of("nebius"));
    client(endpoint).embed(new EmbedRequest(List.of("doc: a"), Urgency.BULK, OptionalInt.of(4)));
    var request = engine.requests().getFirst();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/v1/embeddings");
    assertThat(request.headers()).containsEntry("content-type", "application/json");
    assertThat(request.json())
        .isEqualTo(
            "{'model':'embed-m','input':['doc: a'],'encoding_format':'base64','dimensions':4,'provider':{'only':['nebius'],'allow_fallbacks':false}}"
                .replace('\'', '"'));
  }

  @Test
  void baseMayEndInSlash() {
    var base = URI.create(engine.url() + "/");
    answered(client(Endpoint.of(base, "embed-m")).embed(bulk("a")));
    assertThat(engine.requests().getFirst().path()).isEqualTo("/v1/embeddings");
  }

  static Stream<Arguments> statuses() {
    return Stream.of(
        arguments(400, Fault.REFUSED),
        arguments(413, Fault.REFUSED),
        arguments(422, Fault.REFUSED),
        arguments(401, Fault.DENIED),
        arguments(402, Fault.DENIED),
        arguments(403, Fault.DENIED),
        arguments(404, Fault.DENIED),
        arguments(405, Fault.DENIED),
        arguments(301, Fault.DENIED),
        arguments(408, Fault.TIMEOUT),
        arguments(424, Fault.ENGINE_ERROR),
        arguments(429, Fault.BUSY),
        arguments(503, Fault.BUSY),
        arguments(500, Fault.ENGINE_ERROR),
        arguments(502, Fault.ENGINE_ERROR),
        arguments(529, Fault.ENGINE_ERROR),
        arguments(202, Fault.INVALID_RESPONSE));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @MethodSource("statuses")
  void statusSaysWhoIsAtFault(int status, Fault fault) {
    engine.answering(Scripts.always(Reply.status(status, "engine's words")));
    var failed = failed(client().embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(fault);
    assertThat(failed.status()).hasValue(status);
    assertThat(failed.message())
        .isEqualTo(
            "127.0.0.1:%d answered %d: engine's words%s"
                .formatted(
                    engine.port(),
                    status,
                    status == 401 || status == 403
                        ? "; it wants a key: give its host a key in interlock.yaml"
                        : ""));
    assertThat(engine.requests()).hasSize(1);
  }

  @Test
  @DisplayName("C21: an echo of the request is an invalid response")
  void echoIsInvalid() {
    engine.answering(Scripts.echo());
    var failed = failed(client().embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.INVALID_RESPONSE);
    assertThat(failed.message()).contains("echoes the request");
  }

  @Test
  @DisplayName("C10: doubles packed where floats belong are named")
  void packedDoublesAreNamed() {
    engine.answering(Scripts.packingDoubles(FOUR));
    var request = new EmbedRequest(List.of("a"), Urgency.BULK, OptionalInt.of(4));
    var failed = failed(client().embed(request));
    assertThat(failed.fault()).isEqualTo(Fault.DIMENSION);
    assertThat(failed.message()).contains("float64");
  }

  @Test
  @DisplayName("C72: a refused connection names host and reason")
  void refusedConnectionNamesHost() throws IOException {
    // Bound and not listening: refused for certain, and nobody else's port meanwhile.
    try (var bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var base = URI.create("http://127.0.0.1:%d/v1".formatted(bound.getLocalPort()));
      var failed = failed(client(Endpoint.of(base, "m")).embed(bulk("a")));
      assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
      assertThat(failed.status()).isEmpty();
      assertThat(failed.message())
          .isEqualTo("127.0.0.1:%d: connection refused".formatted(bound.getLocalPort()));
    }
  }

  @Test
  void unknownNameIsUnreachable() {
    var failed =
        failed(
            client(Endpoint.of(URI.create("http://no.such.host.invalid/v1"), "m"))
                .embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
    assertThat(failed.message()).startsWith("no.such.host.invalid:80: ");
  }

  @Test
  void plainHostBehindHttpsIsUnreachable() {
    var base = URI.create("https://127.0.0.1:%d/v1".formatted(engine.port()));
    var failed = failed(client(Endpoint.of(base, "m")).embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
    assertThat(failed.message()).contains("TLS");
  }

  @Test
  void dropOnNewConnectionIsUnreachableAndNotRepeated() {
    engine.answering(Scripts.always(new Reply.Drop()));
    var failed = failed(client().embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
    assertThat(failed.message()).contains("closed before an answer");
    assertThat(engine.requests()).hasSize(1);
  }

  @Test
  void staleConnectionIsRepeatedOnceOnNewOne() {
    var client = client();
    answered(client.embed(bulk("a")));
    engine.answering(
        request -> request.number() == 2 ? new Reply.Drop() : Scripts.of(FOUR).answer(request));
    answered(client.embed(bulk("b")));
    assertThat(engine.texts()).containsExactly("a", "b", "b");
    assertThat(engine.connections()).isEqualTo(2);
  }

  @Test
  void secondDropInOneCallIsTheEnd() {
    var client = client();
    answered(client.embed(bulk("a")));
    engine.answering(Scripts.always(new Reply.Drop()));
    assertThat(failed(client.embed(bulk("b"))).fault()).isEqualTo(Fault.UNREACHABLE);
    assertThat(engine.texts()).containsExactly("a", "b", "b");
  }

  @Test
  void cutAnswerIsInvalidAndNotRepeated() {
    var client = client();
    answered(client.embed(bulk("a")));
    engine.answering(Scripts.always(new Reply.Cut("{\"data\":[]}", 5)));
    var failed = failed(client.embed(bulk("b")));
    assertThat(failed.fault()).isEqualTo(Fault.INVALID_RESPONSE);
    assertThat(failed.message()).contains("mid-answer");
    assertThat(engine.texts()).containsExactly("a", "b");
  }

  @Test
  void hangEndsInTimeoutAndLetsTheEngineGo() {
    engine.answering(Scripts.always(new Reply.Hang()));
    var failed = failed(impatient().embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.TIMEOUT);
    assertThat(failed.message()).contains("no answer within 200 ms");
    engine.awaitAbandoned(1);
  }

  @Test
  void urgencyChoosesTheLimit() {
    engine.answering(Scripts.always(new Reply.Hang()));
    var limits =
        new Endpoint.Limits(Duration.ofSeconds(5), Duration.ofMillis(150), Duration.ofHours(1));
    var client = client(Endpoint.of(engine.url(), "embed-m").within(limits));
    var request = new EmbedRequest(List.of("a"), Urgency.INTERACTIVE, OptionalInt.empty());
    assertThat(failed(client.embed(request)).message()).contains("within 150 ms");
  }

  @Test
  void hangAfterTheHeadEndsInTimeout() {
    engine.answering(Scripts.always(new Reply.Stall("{\"data\":[]}", 5)));
    var client = impatient();
    var failed = failed(client.embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.TIMEOUT);
    assertThat(failed.message()).contains("no whole answer within 200 ms");
    engine.awaitAbandoned(1);
    engine.answering(Scripts.of(FOUR));
    answered(client.embed(bulk("b")));
  }

  @Test
  void interruptGivesTheCallUp() throws Exception {
    engine.answering(Scripts.always(new Reply.Hang()));
    var client = client();
    var outcome = new CompletableFuture<EmbedOutcome>();
    var caller = Thread.ofVirtual().start(() -> outcome.complete(client.embed(bulk("a"))));
    engine.awaitRequests(1);
    caller.interrupt();
    assertThat(failed(outcome.get()).message()).contains("given up");
    engine.awaitAbandoned(1);
  }

  @Test
  void bigBatchArrivesWhole() {
    var wide = VectorFunction.hashing(1024);
    engine.answering(Scripts.of(wide));
    String[] texts = IntStream.range(0, 2048).mapToObj(i -> "text " + i).toArray(String[]::new);
    var vectors = answered(client().embed(bulk(texts))).vectors();
    assertThat(vectors).hasSize(2048);
    assertThat(vectors.get(2047)).isEqualTo(wide.vector("text 2047"));
  }

  @Test
  void bodyBeyondTheLimitIsInvalid() {
    engine.answering(Scripts.always(Reply.json(" ".repeat((64 << 20) + 1))));
    var failed = failed(client().embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.INVALID_RESPONSE);
    assertThat(failed.message()).contains("more than 67108864 bytes");
  }

  @Test
  @DisplayName("C92: half a character is not sent")
  void halfCharacterIsNotSent() {
    var failed = failed(client().embed(bulk("a", "b\ud83d")));
    assertThat(failed.fault()).isEqualTo(Fault.REFUSED);
    assertThat(failed.message()).contains("text 1");
    assertThat(engine.requests()).isEmpty();
  }

  @Test
  void manyCallersAtOnceAllGetTheirOwn() throws Exception {
    var client = client();
    var outcomes = new ArrayList<CompletableFuture<EmbedOutcome>>();
    for (int i = 0; i < 200; i++) {
      String text = "text " + i;
      var outcome = new CompletableFuture<EmbedOutcome>();
      outcomes.add(outcome);
      Thread.ofVirtual().start(() -> outcome.complete(client.embed(bulk(text))));
    }
    for (int i = 0; i < outcomes.size(); i++) {
      assertThat(answered(outcomes.get(i).get()).vectors().getFirst())
          .isEqualTo(FOUR.vector("text " + i));
    }
    assertThat(engine.connections()).isLessThanOrEqualTo(64);
  }

  @Test
  void eventLoopIsNoPlaceToBlock() {
    var client = client();
    var called = new CompletableFuture<EmbedOutcome>();
    VERTX.runOnContext(
        _ -> {
          try {
            called.complete(client.embed(bulk("a")));
          } catch (IllegalStateException e) {
            called.completeExceptionally(e);
          }
        });
    assertThatThrownBy(called::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("event loop");
  }

  @Test
  void whatIsNoHttpIsInvalid() {
    var server =
        VERTX
            .createNetServer()
            .connectHandler(socket -> socket.end(Buffer.buffer("SSH-2.0-OpenSSH_9.2\r\n")))
            .listen(0, "127.0.0.1")
            .await();
    var base = URI.create("http://127.0.0.1:%d/v1".formatted(server.actualPort()));
    var failed = failed(client(Endpoint.of(base, "m")).embed(bulk("a")));
    assertThat(failed.fault()).isEqualTo(Fault.INVALID_RESPONSE);
    assertThat(failed.message()).contains("no readable HTTP answer");
    server.close().await();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://h/v1", "http:///v1", "h:80/v1", "http://u:p@h/v1", "http://h/v1?a=b"})
  void baseThatCannotServeIsRefused(String base) {
    assertThatThrownBy(() -> Endpoint.of(URI.create(base), "m"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the base must");
  }

  @Test
  void closedClientIsUnreachable() {
    var client = client();
    client.close();
    assertThat(failed(client.embed(bulk("a"))).message()).contains("closed");
  }

  @Test
  void connectionIsKept() {
    var client = client();
    for (int i = 0; i < 5; i++) {
      answered(client.embed(bulk("a")));
    }
    assertThat(engine.connections()).isEqualTo(1);
  }

  @Test
  void announcedCloseNeedsNoRetry() {
    engine.answering(
        request ->
            new Reply.Status(
                200, "{\"data\":[{\"embedding\":[1,2]}]}", Map.of("connection", "close")));
    var client = client();
    for (int i = 0; i < 20; i++) {
      answered(client.embed(bulk("a")));
    }
    assertThat(engine.requests()).hasSize(20);
    assertThat(engine.connections()).isEqualTo(20);
  }

  private HttpEmbeddingClient client() {
    return client(Endpoint.of(engine.url(), "embed-m"));
  }

  private HttpEmbeddingClient impatient() {
    var limits =
        new Endpoint.Limits(Duration.ofSeconds(5), Duration.ofMillis(200), Duration.ofMillis(200));
    return client(Endpoint.of(engine.url(), "embed-m").within(limits));
  }

  private HttpEmbeddingClient client(Endpoint endpoint) {
    var client =
        new HttpEmbeddingClient(
            new EngineHttp(VERTX, new SystemClocks(), endpoint, ConnectionListener.NONE),
            Dialect.OPENAI);
    opened.add(client);
    return client;
  }

  private static EmbedRequest bulk(String... texts) {
    return new EmbedRequest(List.of(texts), Urgency.BULK, OptionalInt.empty());
  }

  private static Answered answered(EmbedOutcome outcome) {
    assertThat(outcome).isInstanceOf(Answered.class);
    return (Answered) outcome;
  }

  private static Failed failed(EmbedOutcome outcome) {
    assertThat(outcome).isInstanceOf(Failed.class);
    return (Failed) outcome;
  }
}
