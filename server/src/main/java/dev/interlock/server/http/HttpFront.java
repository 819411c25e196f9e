package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The listening server. Requests are taken in on the event loop, bounded, and handed to their
/// endpoint on a virtual thread.
///
/// Thread: [#listen] and [#close] from any thread but an event loop.
public final class HttpFront implements AutoCloseable {
  /// Bytes of the longest body.
  public static final int MAX_BODY = 16 << 20;

  private static final Logger LOG = Logger.getLogger(HttpFront.class.getName());

  private final HttpServer server;
  private final Paths paths;
  private final Doors doors;
  private final Executor threads;

  private HttpFront(Vertx vertx, List<Endpoint> endpoints, Doors doors, Executor threads) {
    this.paths = new Paths(endpoints);
    this.doors = doors;
    this.threads = threads;
    this.server =
        vertx.createHttpServer(
            new HttpServerOptions().setHandle100ContinueAutomatically(true).setTcpNoDelay(true));
  }

  /// Starts listening.
  ///
  /// @throws RuntimeException if the port can't be had
  public static HttpFront listen(
      Vertx vertx, Bind bind, List<Endpoint> endpoints, Doors doors, Executor threads) {
    var front = new HttpFront(vertx, endpoints, doors, threads);
    front.server.requestHandler(front::take);
    front.server.listen(bind.port(), bind.host()).await();
    return front;
  }

  /// Where to listen.
  ///
  /// @param port 0 for a free one
  public record Bind(String host, int port) {}

  /// The port that was taken.
  public int port() {
    return server.actualPort();
  }

  private void take(HttpServerRequest request) {
    request.exceptionHandler(_ -> {});
    request.response().exceptionHandler(_ -> {});
    var knock = knock(request);
    var refusal = doors.foreign(knock);
    if (refusal.isPresent()) {
      send(request, Answer.of(refusal.get()));
      return;
    }
    var body = Buffer.buffer();
    request.handler(
        part -> {
          if (body.length() + part.length() <= MAX_BODY) {
            body.appendBuffer(part);
          } else if (!request.response().ended()) {
            send(request, Answer.of(tooLarge()).with("Connection", "close"));
          }
        });
    request.endHandler(
        _ -> {
          if (!request.response().ended()) {
            threads.execute(() -> send(request, answer(request, knock, body.getBytes())));
          }
        });
  }

  private static Doors.Knock knock(HttpServerRequest request) {
    var authority = request.authority();
    return new Doors.Knock(
        Optional.ofNullable(authority == null ? null : authority.toString()),
        Optional.ofNullable(request.getHeader("Origin")),
        Optional.ofNullable(request.getHeader("Authorization")));
  }

  private Answer answer(HttpServerRequest request, Doors.Knock knock, byte[] body) {
    var path = Optional.ofNullable(request.path()).orElse("");
    var method = request.method().name().equals("HEAD") ? "GET" : request.method().name();
    return switch (paths.find(method, path)) {
      case Paths.Match.Nothing _ -> Answer.of(unknownPath(path));
      case Paths.Match.OtherMethods other ->
          Answer.of(wrongMethod(method, path)).with("Allow", String.join(", ", other.allowed()));
      case Paths.Match.Found found ->
          guarded(found.endpoint(), knock, new Call(path, found.parts(), query(request), body));
    };
  }

  private Answer guarded(Endpoint endpoint, Doors.Knock knock, Call call) {
    var refusal =
        switch (endpoint.access()) {
          case OPEN -> Optional.<ApiError>empty();
          case ADMIN -> doors.notAdmin(knock);
        };
    if (refusal.isPresent()) {
      return Answer.of(refusal.get());
    }
    try {
      return endpoint.handler().handle(call);
    } catch (Rejected e) {
      return Answer.of(e.error());
    } catch (RuntimeException e) {
      LOG.log(Level.SEVERE, e, () -> "%s %s broke".formatted(endpoint.method(), call.path()));
      return Answer.of(broken());
    }
  }

  private static Map<String, String> query(HttpServerRequest request) {
    var values = new HashMap<String, String>();
    var query = Optional.ofNullable(request.query()).orElse("");
    for (var pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.putIfAbsent(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return values;
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }

  private static void send(HttpServerRequest request, Answer answer) {
    var response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(answer.status()).putHeader("Content-Type", answer.contentType());
    answer.headers().forEach(response::putHeader);
    if (request.method().name().equals("HEAD")) {
      response.putHeader("Content-Length", String.valueOf(answer.body().length)).end();
    } else {
      response.end(Buffer.buffer(answer.body()));
    }
  }

  private static ApiError unknownPath(String path) {
    return ApiError.notFound("no_such_endpoint", "nothing answers at " + path, "");
  }

  private static ApiError wrongMethod(String method, String path) {
    return new ApiError(
        405,
        ErrorType.INVALID_REQUEST_ERROR,
        "method_not_allowed",
        "%s is not answered at %s".formatted(method, path),
        Optional.empty(),
        "");
  }

  private static ApiError tooLarge() {
    return new ApiError(
        413,
        ErrorType.INVALID_REQUEST_ERROR,
        "body_too_large",
        "the body is longer than %d bytes".formatted(MAX_BODY),
        Optional.empty(),
        "send fewer texts in one call");
  }

  private static ApiError broken() {
    return new ApiError(
        500,
        ErrorType.INTERNAL_ERROR,
        "internal_error",
        "the server broke while it answered; its log says where",
        Optional.empty(),
        "");
  }

  @Override
  public void close() {
    server.close().await();
  }
}
