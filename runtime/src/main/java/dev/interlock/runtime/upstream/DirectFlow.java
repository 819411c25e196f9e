package dev.interlock.runtime.upstream;

import dev.interlock.runtime.upstream.Result.Phase;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import java.util.Optional;

/// One call over a direct connection: its request, the one retry if a kept connection turns out to
/// be stale, its answer as it comes. Owner thread: the caller's event loop.
final class DirectFlow implements Upstream.Flow {
  private static final CharSequence AUTHORIZATION = HttpHeaders.AUTHORIZATION;

  private final Connections connections;
  private final RequestOptions options;
  private final Buffer body;
  private final Upstream.Incoming answer;
  private Phase phase = Phase.CONNECTING;
  private Optional<HttpClientRequest> request = Optional.empty();
  private Optional<HttpClientResponse> response = Optional.empty();
  private Credential key = HostKey.NONE;
  private Line line = new Line();
  private boolean stale;
  private boolean retried;
  private boolean over;

  DirectFlow(
      Connections connections, RequestOptions options, Buffer body, Upstream.Incoming answer) {
    this.connections = connections;
    this.options = options;
    this.body = body;
    this.answer = answer;
  }

  void start() {
    attempt(connections.pooled());
  }

  /// Sends in the same turn in which the connection is obtained: a connection that closes between
  /// the two would leave the call without an end.
  private void attempt(HttpClient client) {
    phase = Phase.CONNECTING;
    Future<HttpClientRequest> obtained;
    try {
      obtained = client.request(options);
    } catch (IllegalStateException e) {
      // The client was closed, which Vert.x throws instead of failing the future.
      obtained = Future.failedFuture(e);
    }
    obtained.compose(this::send).onComplete(this::read, this::broke);
  }

  private Future<HttpClientResponse> send(HttpClientRequest obtained) {
    if (over) {
      obtained.reset();
      return Future.failedFuture("given up");
    }
    request = Optional.of(obtained);
    key = connections.key();
    line = connections.line(obtained.connection());
    stale = line.begin();
    phase = Phase.WAITING;
    if (!retried) {
      answer.sent();
    }
    if (key instanceof LateCredential late) {
      obtained.putHeader(AUTHORIZATION, late.authorization());
    }
    return obtained.send(body);
  }

  private void read(HttpClientResponse came) {
    if (over) {
      return;
    }
    phase = Phase.READING;
    response = Optional.of(came);
    came.exceptionHandler(this::broke);
    came.handler(this::part);
    came.endHandler(_ -> whole(came));
    answer.head(Head.of(came, key));
  }

  private void part(Buffer bytes) {
    if (!over) {
      answer.bytes(bytes);
    }
  }

  private void whole(HttpClientResponse came) {
    if (!over) {
      over = true;
      connections.answered(line, came);
      answer.end();
    }
  }

  private void broke(Throwable cause) {
    if (over) {
      return;
    }
    if (phase != Phase.CONNECTING) {
      connections.broke(line);
    } else if (!(cause instanceof ConnectionPoolTooBusyException)) {
      connections.unreachable();
    }
    // The engine closed a kept connection unseen, so the call has most likely not been read.
    if (phase == Phase.WAITING && stale && !retried && Endings.closed(cause)) {
      retried = true;
      attempt(connections.fresh());
      return;
    }
    over = true;
    request.ifPresent(HttpClientRequest::reset);
    answer.lost(Loss.of(phase, cause));
  }

  @Override
  public void pause() {
    response.ifPresent(HttpClientResponse::pause);
  }

  @Override
  public void resume() {
    response.ifPresent(HttpClientResponse::resume);
  }

  @Override
  public void reset() {
    if (!over) {
      over = true;
      line.leave();
      request.ifPresent(HttpClientRequest::reset);
    }
  }
}
