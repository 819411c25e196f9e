package dev.interlock.testkit;

import dev.interlock.wire.openai.EmbeddingsCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An embedding engine on a loopback socket that answers by a [Script] and keeps what it saw: the
/// `L1`, `L2` and `C1` of the field cases.
///
/// ```java
/// try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(4))) {
///   l1.answering(Scripts.hashing(4).refusingMoreThan(32, 413));
///   ... l1.url() ... l1.requests() ...
/// }
/// ```
///
/// Thread: any; scripts run on the event loop.
public final class ScriptedEmbeddings implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private static final class Loop {
    private static final Vertx VERTX =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true));
  }

  private final Journal journal = new Journal();
  private volatile Script script;
  private final boolean tells;
  private volatile Optional<HttpServer> server = Optional.empty();
  private volatile int port;

  private ScriptedEmbeddings(Script script, boolean tells) {
    this.tells = tells;
    this.script = script;
  }

  /// An engine on a free port.
  public static ScriptedEmbeddings start(Script script) {
    return start(script, false);
  }

  /// One whose script answers questions about the engine, too.
  public static ScriptedEmbeddings telling(Script script) {
    return start(script, true);
  }

  private static ScriptedEmbeddings start(Script script, boolean tells) {
    var engine = new ScriptedEmbeddings(script, tells);
    engine.listen();
    return engine;
  }

  /// The base to configure: `http://127.0.0.1:PORT/v1`.
  public URI url() {
    return URI.create("http://127.0.0.1:%d/v1".formatted(port));
  }

  public int port() {
    return port;
  }

  /// Another script for all requests from now on; connections stay.
  public ScriptedEmbeddings answering(Script next) {
    script = next;
    return this;
  }

  /// Closes all connections and refuses new ones; what was seen is kept.
  public void stop() {
    server.ifPresent(running -> await(running.close()));
    server = Optional.empty();
  }

  /// Listens again after [#stop], on the same port.
  public void startAgain() {
    listen();
  }

  /// Closes all connections and listens again on the same port, as an engine that was restarted.
  public void restartOnSamePort() {
    stop();
    listen();
  }

  @Override
  public void close() {
    stop();
  }

  /// All requests, oldest first.
  public List<Request> requests() {
    return journal.requests();
  }

  /// All texts of all requests, oldest first, refused ones included.
  public List<String> texts() {
    return requests().stream().flatMap(request -> request.texts().stream()).toList();
  }

  /// The texts that are not among these, such as the gate's probes.
  public List<String> textsBeyond(Collection<String> known) {
    var set = Set.copyOf(known);
    return texts().stream().filter(text -> !set.contains(text)).toList();
  }

  /// Most requests that were under way at once.
  public int peakParallel() {
    return journal.peak();
  }

  /// TCP connections accepted so far.
  public int connections() {
    return journal.connections();
  }

  /// Requests whose caller left before the answer.
  public int abandoned() {
    return journal.abandoned();
  }

  /// Forgets what was seen; the numbers of requests go on.
  public void forget() {
    journal.forget();
  }

  /// Waits until so many requests were seen since the start or [#forget].
  ///
  /// @throws AssertionError if they don't come
  public void awaitRequests(int count) {
    journal.await(() -> journal.requests().size() >= count, count + " requests");
  }

  /// Waits until so many callers have left before their answer.
  ///
  /// @throws AssertionError if they don't
  public void awaitAbandoned(int count) {
    journal.await(() -> journal.abandoned() >= count, count + " abandoned requests");
  }

  private void listen() {
    var options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
    var starting =
        Loop.VERTX
            .createHttpServer(options)
            .connectionHandler(_ -> journal.connected())
            .requestHandler(this::receive);
    var running = await(starting.listen());
    port = running.actualPort();
    server = Optional.of(running);
  }

  private void receive(HttpServerRequest incoming) {
    if (incoming.method().equals(HttpMethod.GET) && !tells) {
      // It tells nothing of itself; scripts and counts are about embedding calls alone.
      incoming.response().setStatusCode(404).end();
      return;
    }
    incoming.body().onSuccess(body -> answer(incoming, body));
  }

  private void answer(HttpServerRequest incoming, Buffer body) {
    byte[] bytes = body.getBytes();
    Optional<EmbeddingsCall> call =
        EmbeddingsCall.parse(bytes) instanceof EmbeddingsCall.Parsed.Valid valid
            ? Optional.of(valid.call())
            : Optional.empty();
    var request =
        journal.began(
            (number, parallel) ->
                new Request(
                    number,
                    incoming.method().name(),
                    Objects.requireNonNullElse(incoming.path(), ""),
                    headers(incoming),
                    bytes,
                    call,
                    parallel));
    new Performance(incoming, request, journal, Loop.VERTX.getOrCreateContext())
        .perform(reply(request));
  }

  private Reply reply(Request request) {
    try {
      return script.answer(request);
    } catch (RuntimeException e) {
      return Reply.status(500, "the script failed: " + e.getClass().getSimpleName());
    }
  }

  private static Map<String, String> headers(HttpServerRequest incoming) {
    var headers = new HashMap<String, String>();
    incoming
        .headers()
        .forEach(
            header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    return headers;
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the stub's socket did not obey", e);
    }
  }
}
