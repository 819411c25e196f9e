package dev.interlock.runtime.upstream;

import dev.interlock.runtime.upstream.Result.Phase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// One call over the wire: a request, its one retry if a kept connection turns out to be stale, a
/// bounded body and one clock over all of it. Owner thread: the client's event loop.
final class WholeCall implements Carried {
  /// What to send and how long and how much to wait for.
  record Plan(RequestOptions options, Buffer body, long limitMillis, int maxBytes) {}

  private final Vertx vertx;
  private final Connections connections;
  private final Plan plan;
  private final CompletableFuture<Result> result = new CompletableFuture<>();
  private final Buffer received = Buffer.buffer();
  private Phase phase = Phase.CONNECTING;
  private Optional<HttpClientRequest> request = Optional.empty();
  private Line line = new Line();
  private boolean stale;
  private boolean retried;
  private boolean done;
  private long timer;

  WholeCall(Vertx vertx, Connections connections, Plan plan) {
    this.vertx = vertx;
    this.connections = connections;
    this.plan = plan;
  }

  @Override
  public CompletableFuture<Result> result() {
    return result;
  }

  @Override
  public void start() {
    timer = vertx.setTimer(plan.limitMillis(), _ -> late());
    attempt(connections.pooled());
  }

  @Override
  public void cancel() {
    finish(new Result.Cancelled(true));
  }

  /// Sends in the same turn in which the connection is obtained: a connection that closes between
  /// the two would leave the call without an end.
  private void attempt(HttpClient client) {
    phase = Phase.CONNECTING;
    try {
      client.request(plan.options()).compose(this::send).onComplete(this::read, this::broke);
    } catch (IllegalStateException e) {
      // the client was closed, which Vert.x throws instead of failing the future
      finish(new Result.Broke(phase, e));
    }
  }

  private Future<HttpClientResponse> send(HttpClientRequest obtained) {
    if (done) {
      obtained.reset();
      return Future.failedFuture("too late");
    }
    request = Optional.of(obtained);
    line = connections.line(obtained.connection());
    stale = line.begin();
    phase = Phase.WAITING;
    return obtained.send(plan.body());
  }

  private void read(HttpClientResponse response) {
    if (done) {
      return;
    }
    phase = Phase.READING;
    response.exceptionHandler(this::broke);
    response.handler(this::append);
    response.endHandler(_ -> whole(response));
  }

  private void append(Buffer chunk) {
    if (done) {
      return;
    }
    if (received.length() + chunk.length() > plan.maxBytes()) {
      finish(new Result.TooLarge(plan.maxBytes()));
      return;
    }
    received.appendBuffer(chunk);
  }

  private void whole(HttpClientResponse response) {
    if (!done) {
      connections.answered(line, response);
      finish(new Result.Came(Head.of(response, connections.key()), received.getBytes()));
    }
  }

  private void broke(Throwable cause) {
    if (done) {
      return;
    }
    if (phase != Phase.CONNECTING) {
      connections.broke(line);
    } else if (!(cause instanceof ConnectionPoolTooBusyException)) {
      connections.unreachable();
    }
    // Neither vectors nor scores change anything at the engine, so asking twice for one answer does
    // no harm.
    if (phase == Phase.WAITING && stale && !retried && Endings.closed(cause)) {
      retried = true;
      attempt(connections.fresh());
      return;
    }
    finish(new Result.Broke(phase, cause));
  }

  private void late() {
    if (!done && phase == Phase.CONNECTING) {
      connections.unreachable();
    }
    finish(new Result.Late(phase, plan.limitMillis()));
  }

  private void finish(Result end) {
    if (done) {
      return;
    }
    done = true;
    vertx.cancelTimer(timer);
    if (!(end instanceof Result.Came)) {
      line.leave();
      request.ifPresent(HttpClientRequest::reset);
    }
    result.complete(end);
  }
}
