package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/// The listening server. On the event loop a request passes the doors and finds its endpoint; there
/// it is taken over whole, or read, bounded, and handed to the endpoint on a virtual thread.
///
/// Thread: [#listen] and [#close] from any thread but an event loop.
public final class HttpFront implements AutoCloseable {
  /// Bytes of the longest body.
  public static final int MAX_BODY = 16 << 20;

  /// The header that names a request in the ledger.
  public static final String REQUEST_ID = "x-interlock-request-id";

  private final HttpServer server;
  private final Paths paths;
  private final Doors doors;
  private final Executor threads;
  private final Supplier<String> ids;

  private HttpFront(Vertx vertx, Surface surface, Doors doors, Executor threads) {
    this.paths = new Paths(surface.endpoints());
    this.ids = surface.ids();
    this.doors = doors;
    this.threads = threads;
    this.server =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setHandle100ContinueAutomatically(true)
                .setPerMessageWebSocketCompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setTcpNoDelay(true));
  }

  /// Starts listening.
  ///
  /// @throws RuntimeException if the port can't be had
  public static HttpFront listen(
      Vertx vertx, Bind bind, Surface surface, Doors doors, Executor threads) {
    var front = new HttpFront(vertx, surface, doors, threads);
    front.server.requestHandler(front::take);
    front.server.listen(bind.port(), bind.host()).await();
    return front;
  }

  /// Where to listen.
  ///
  /// @param port 0 for a free one
  public record Bind(String host, int port) {}

  /// What is answered.
  ///
  /// @param endpoints all endpoints
  /// @param ids gives each recorded request its id; called on the event loop, must not block
  public record Surface(List<Endpoint> endpoints, Supplier<String> ids) {
    public Surface {
      endpoints = List.copyOf(endpoints);
    }
  }

  /// The port that was taken.
  public int port() {
    return server.actualPort();
  }

  private void take(HttpServerRequest request) {
    request.exceptionHandler(_ -> {});
    request.response().exceptionHandler(_ -> {});
    var knock = knock(request);
    var foreign = doors.foreign(knock);
    if (foreign.isPresent()) {
      Replies.send(request, Answer.of(foreign.get()));
      return;
    }
    var path = Optional.ofNullable(request.path()).orElse("");
    var method = request.method().name().equals("HEAD") ? "GET" : request.method().name();
    switch (paths.find(method, path)) {
      case Paths.Match.Nothing _ -> refuse(request, Answer.of(Refusals.unknownPath(path)));
      case Paths.Match.OtherMethods other ->
          refuse(
              request,
              Answer.of(Refusals.wrongMethod(method, path))
                  .with("Allow", String.join(", ", other.allowed())));
      case Paths.Match.Found found -> admit(request, knock, found);
    }
  }

  private void admit(HttpServerRequest request, Doors.Knock knock, Paths.Match.Found found) {
    var endpoint = found.endpoint();
    var id = endpoint.trace() == Endpoint.Trace.RECORDED ? ids.get() : "";
    if (!id.isEmpty()) {
      request.response().putHeader(REQUEST_ID, id);
    }
    var refusal = refusal(endpoint, knock);
    if (refusal.isPresent()) {
      refuse(request, Answer.of(refusal.get()));
      return;
    }
    switch (endpoint.work()) {
      case Endpoint.OnLoop onLoop -> onLoop.take(id, request);
      case Endpoint.Handler handler ->
          new Intake(request, threads).whole(found, id, new Intake.Whole(endpoint, handler));
      case Endpoint.Leavable leavable ->
          new Intake(request, threads)
              .leavable(found, id, new Intake.Whole(endpoint, leavable::handle));
      case Endpoint.Streaming streaming ->
          new Intake(request, threads).streamed(found, id, streaming);
    }
  }

  private Optional<ApiError> refusal(Endpoint endpoint, Doors.Knock knock) {
    return switch (endpoint.access()) {
      case OPEN -> Optional.empty();
      case ADMIN -> doors.notAdmin(knock);
    };
  }

  /// Once the body is in: an answer in the middle of it would break a caller's connection.
  private void refuse(HttpServerRequest request, Answer answer) {
    new Intake(request, threads).refused(answer);
  }

  private static Doors.Knock knock(HttpServerRequest request) {
    var authority = request.authority();
    return new Doors.Knock(
        Optional.ofNullable(authority == null ? null : authority.toString()),
        Optional.ofNullable(request.getHeader("Origin")),
        Optional.ofNullable(request.getHeader("Authorization")));
  }

  @Override
  public void close() {
    server.close().await();
  }
}
