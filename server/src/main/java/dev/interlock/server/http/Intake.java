package dev.interlock.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// One request on its way from the wire to its endpoint: body read, bounded, then a virtual thread.
/// Owner thread: the event loop, until the endpoint is called.
final class Intake {
  private static final Logger LOG = Logger.getLogger(Intake.class.getName());

  private final HttpServerRequest request;
  private final Executor threads;

  Intake(HttpServerRequest request, Executor threads) {
    this.request = request;
    this.threads = threads;
  }

  /// An endpoint that answers whole.
  record Whole(Endpoint endpoint, Endpoint.Handler handler) {}

  /// Answers once the body is in, whatever it says.
  void refused(Answer answer) {
    read(_ -> Replies.send(request, answer));
  }

  void whole(Paths.Match.Found found, String id, Whole whole) {
    read(
        body -> threads.execute(() -> Replies.send(request, answer(whole, call(found, id, body)))));
  }

  /// The same, but the thread is interrupted if the caller leaves before.
  void leavable(Paths.Match.Found found, String id, Whole whole) {
    var leaving = new Leaving();
    request.response().closeHandler(_ -> leaving.left());
    read(
        body ->
            threads.execute(
                () ->
                    leaving.run(
                        () -> Replies.send(request, answer(whole, call(found, id, body))))));
  }

  void streamed(Paths.Match.Found found, String id, Endpoint.Streaming streaming) {
    var stream = new VertxStream(request);
    read(body -> threads.execute(() -> stream(stream, streaming, call(found, id, body))));
  }

  private void read(Consumer<byte[]> whole) {
    new Body(request)
        .read(whole, error -> Replies.send(request, Answer.of(error).with("Connection", "close")));
  }

  private static Answer answer(Whole whole, Call call) {
    try {
      return whole.handler().handle(call);
    } catch (Rejected e) {
      return Answer.of(e.refused());
    } catch (RuntimeException e) {
      log(e, whole.endpoint().method(), call.path());
      return Answer.of(Refusals.broken());
    }
  }

  private void stream(VertxStream stream, Endpoint.Streaming streaming, Call call) {
    try {
      streaming.handle(call, stream);
    } catch (Rejected e) {
      stream.broken(Answer.of(e.refused()));
    } catch (RuntimeException e) {
      log(e, request.method().name(), call.path());
      stream.broken(Answer.of(Refusals.broken()));
    }
  }

  private static void log(RuntimeException e, String method, String path) {
    LOG.log(Level.SEVERE, e, () -> "%s %s broke".formatted(method, path));
  }

  private Call call(Paths.Match.Found found, String id, byte[] body) {
    var path = Optional.ofNullable(request.path()).orElse("");
    return new Call(id, path, found.parts(), query(), headers(), body, confidential());
  }

  private boolean confidential() {
    return request.isSSL() || loopback(request.remoteAddress().hostAddress());
  }

  /// A number is no name, so nothing is looked up.
  private static boolean loopback(@Nullable String address) {
    try {
      return address != null && InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private Map<String, String> headers() {
    var headers = new HashMap<String, String>();
    request.headers().forEach((n, value) -> headers.putIfAbsent(n.toLowerCase(Locale.ROOT), value));
    return headers;
  }

  private Map<String, String> query() {
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
}
