package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.time.Ticker;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The connections to one engine by URL: its model is called over them, and it is asked what it is.
///
/// Thread: calls block and belong on virtual threads; on an event loop they are a bug and say so.
/// An interrupt gives the call up, and the connection with it.
public final class EngineHttp implements AutoCloseable {
  /// Most bytes that are read of what an engine says of itself.
  private static final int STATE_BYTES = 4 << 20;

  private static final Duration STATE_LIMIT = Duration.ofSeconds(10);

  /// For an event loop that is gone; the call's own clock is the real limit.
  private static final long GRACE_MILLIS = 5_000;

  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_WAITING = 256;

  private static final String CLOSED = "the client is closed";

  private final Vertx vertx;
  private final Endpoint endpoint;
  private final Context loop;
  private final Connections connections;
  private final Endings endings;
  private volatile boolean closed;

  /// One question.
  ///
  /// @param path from the host's root on
  /// @param body empty for a GET
  record Ask(HttpMethod method, String path, byte[] body, Duration limit, int maxBytes) {}

  /// @param listener hears of lost and regained connections
  public EngineHttp(Vertx vertx, Ticker ticker, Endpoint endpoint, ConnectionListener listener) {
    this.vertx = vertx;
    this.endpoint = endpoint;
    this.loop = vertx.getOrCreateContext();
    if (!loop.isEventLoopContext()) {
      throw new IllegalStateException("a client must not be made on a Vert.x worker");
    }
    this.connections =
        new Connections(
            vertx, ticker, new Connections.Setup(endpoint, MAX_CONNECTIONS, MAX_WAITING), listener);
    this.endings = new Endings(endpoint);
  }

  /// Where it leads.
  public Endpoint endpoint() {
    return endpoint;
  }

  Endings endings() {
    return endings;
  }

  /// A status other than 200 as people are told it, to be read after who or what answered.
  public String told(Heard.Answer refused) {
    return endings.told(refused.status(), refused.body());
  }

  /// Asks the engine what it is.
  ///
  /// @param path below its root, such as `/info`
  public Heard get(String path) {
    return heard(
        new Ask(HttpMethod.GET, endpoint.below(path), new byte[0], stateLimit(), STATE_BYTES));
  }

  /// Asks the engine what it is, with a body in JSON.
  ///
  /// @param path below its root, such as `/api/show`
  public Heard post(String path, byte[] body) {
    return heard(new Ask(HttpMethod.POST, endpoint.below(path), body, stateLimit(), STATE_BYTES));
  }

  /// Asks by a path of the OpenAI API.
  ///
  /// @param path below the API's base, such as `/models`
  public Heard getOpenAi(String path) {
    return heard(
        new Ask(HttpMethod.GET, endpoint.openAi(path), new byte[0], stateLimit(), STATE_BYTES));
  }

  private Duration stateLimit() {
    var interactive = endpoint.limits().interactive();
    return interactive.compareTo(STATE_LIMIT) < 0 ? interactive : STATE_LIMIT;
  }

  private Heard heard(Ask ask) {
    var result = call(ask);
    if (result instanceof Result.Came came) {
      return new Heard.Answer(came.status(), came.body());
    }
    return endings.unanswered(result) instanceof EmbedOutcome.Failed failed
        ? new Heard.Silence(failed.fault(), failed.message())
        : new Heard.Silence(Fault.INVALID_RESPONSE, endpoint.authority() + ": no answer");
  }

  Result call(Ask ask) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("a call blocks and must not be made on an event loop");
    }
    if (closed) {
      return new Result.Closed(CLOSED);
    }
    try {
      return awaited(ask);
    } catch (RejectedExecutionException loopIsGone) {
      return new Result.Closed(CLOSED);
    }
  }

  /// Ends calls under way; later ones fail as unreachable.
  @Override
  public void close() {
    closed = true;
    try {
      loop.runOnContext(_ -> connections.close());
    } catch (RejectedExecutionException loopIsGone) {
      // Its connections went with it.
    }
  }

  private RequestOptions options(Ask ask) {
    var options = endpoint.request(ask.method(), ask.path(), "application/json");
    return ask.body().length == 0 ? options : options.putHeader("content-type", "application/json");
  }

  private Result awaited(Ask ask) {
    long millis = ask.limit().toMillis();
    var plan = new WholeCall.Plan(options(ask), Buffer.buffer(ask.body()), millis, ask.maxBytes());
    var call = new WholeCall(vertx, connections, plan);
    loop.runOnContext(_ -> call.start());
    try {
      return call.result().get(millis + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      loop.runOnContext(_ -> call.cancel());
      Thread.currentThread().interrupt();
      return new Result.Cancelled();
    } catch (TimeoutException e) {
      return new Result.Late(Result.Phase.CONNECTING, millis);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call failed instead of ending", e);
    }
  }
}
