package dev.interlock.it.standin;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A loopback socket whose calls are counted, worked out on a thread each, and played act by act.
///
/// Thread: any.
final class Front implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  /// Works an answer out; may block.
  @FunctionalInterface
  interface Script {
    List<Act> answer(Incoming incoming);
  }

  private final Ground ground;
  private final Tally tally;
  private final Script script;
  private final Script switches;
  private final HttpServer server;

  /// Listens.
  ///
  /// @param port 0 for a free one
  static Front open(Ground ground, int port, Tally tally, Scripts scripts) {
    return new Front(ground, port, tally, scripts);
  }

  /// @param calls for what is served
  /// @param switches for paths that begin with `/_`, which nobody counts
  record Scripts(Script calls, Script switches) {}

  private Front(Ground ground, int port, Tally tally, Scripts scripts) {
    this.ground = ground;
    this.tally = tally;
    this.script = scripts.calls();
    this.switches = scripts.switches();
    this.server = listen(ground.vertx(), port);
  }

  private HttpServer listen(Vertx vertx, int port) {
    var options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
    var starting = vertx.createHttpServer(options).requestHandler(this::receive).listen();
    try {
      return starting.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no socket on port " + port, e);
    }
  }

  int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    try {
      server.close().await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("the socket did not close", e);
    }
  }

  private void receive(HttpServerRequest request) {
    var path = Objects.requireNonNullElse(request.path(), "/");
    boolean counted = !path.startsWith("/_");
    if (counted) {
      tally.began(path);
    }
    var play = new Play(ground, request, counted ? tally : new Tally(ground.time().ticker()));
    var context = ground.vertx().getOrCreateContext();
    request
        .body()
        .onSuccess(
            body ->
                ground
                    .threads()
                    .execute(
                        () -> {
                          var acts = answer(counted ? script : switches, incoming(request, body));
                          context.runOnContext(_ -> play.begin(acts));
                        }));
  }

  private static List<Act> answer(Script script, Incoming incoming) {
    try {
      return script.answer(incoming);
    } catch (RuntimeException | Error broken) {
      var words = "the stand-in failed: " + broken;
      return List.of(new Act.Whole(500, Map.of(), words.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static Incoming incoming(HttpServerRequest request, Buffer body) {
    var headers = new HashMap<String, String>();
    request.headers().forEach(h -> headers.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
    var query = new HashMap<String, String>();
    request.params().forEach(p -> query.put(p.getKey(), p.getValue()));
    return new Incoming(
        request.method().name(),
        Objects.requireNonNullElse(request.path(), "/"),
        query,
        headers,
        body.getBytes(0, body.length()));
  }
}
