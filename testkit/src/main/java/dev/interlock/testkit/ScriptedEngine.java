package dev.interlock.testkit;

import dev.interlock.wire.openai.EmbeddingsCall;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An engine on a loopback socket that keeps what it saw; what it answers is its heir's.
///
/// Thread: any; answers are made on one event loop.
public abstract sealed class ScriptedEngine implements AutoCloseable
    permits ScriptedChat, ScriptedEmbeddings {
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
  private final Set<HttpConnection> live = ConcurrentHashMap.newKeySet();
  private volatile Optional<HttpServer> server = Optional.empty();
  private volatile int port;

  /// Whether such a request is seen and answered; all others are 404 and leave no trace.
  abstract boolean takes(HttpServerRequest incoming);

  /// The body as an embedding call, where it is one.
  abstract Optional<EmbeddingsCall> call(byte[] body);

  /// Answers, on the event loop.
  abstract void perform(HttpServerRequest incoming, Request request);

  final Journal journal() {
    return journal;
  }

  static Context loop() {
    return Loop.VERTX.getOrCreateContext();
  }

  /// The base to configure: `http://127.0.0.1:PORT/v1`.
  public URI url() {
    return URI.create("http://127.0.0.1:%d/v1".formatted(port));
  }

  public int port() {
    return port;
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

  /// Most requests that were under way at once.
  public int peakParallel() {
    return journal.peak();
  }

  /// TCP connections accepted so far.
  public int connections() {
    return journal.connections();
  }

  /// Heads and pieces that have been written since the start.
  public int writes() {
    return journal.writes();
  }

  /// Waits until so many heads and pieces have been written since the start.
  ///
  /// @throws AssertionError if they aren't
  public void awaitWrites(int count) {
    journal.await(() -> journal.writes() >= count, count + " writes");
  }

  /// Closes all connections that are open, and goes on listening.
  public void closeIdle() {
    live.forEach(connection -> await(connection.close()));
    awaitOpen(0);
  }

  /// TCP connections that are open now.
  public int open() {
    return journal.open();
  }

  /// Waits until no more than so many connections are open.
  ///
  /// @throws AssertionError if they stay
  public void awaitOpen(int most) {
    journal.await(() -> journal.open() <= most, "at most %d open connections".formatted(most));
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

  final void listen() {
    var options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
    var starting =
        Loop.VERTX
            .createHttpServer(options)
            .connectionHandler(
                connection -> {
                  journal.connected();
                  live.add(connection);
                  connection.closeHandler(
                      _ -> {
                        live.remove(connection);
                        journal.disconnected();
                      });
                })
            .requestHandler(this::receive);
    var running = await(starting.listen());
    port = running.actualPort();
    server = Optional.of(running);
  }

  private void receive(HttpServerRequest incoming) {
    if (takes(incoming)) {
      incoming.body().onSuccess(body -> answer(incoming, body));
    } else {
      incoming.response().setStatusCode(404).end();
    }
  }

  private void answer(HttpServerRequest incoming, Buffer body) {
    byte[] bytes = body.getBytes(0, body.length());
    var request =
        journal.began(
            (number, parallel) ->
                new Request(
                    number,
                    incoming.method().name(),
                    Objects.requireNonNullElse(incoming.path(), ""),
                    headers(incoming),
                    bytes,
                    call(bytes),
                    parallel));
    perform(incoming, request);
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
