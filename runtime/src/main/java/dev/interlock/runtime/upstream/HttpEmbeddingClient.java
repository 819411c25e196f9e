package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.time.Ticker;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import dev.interlock.wire.openai.EmbeddingsRequest;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Any engine with OpenAI's `/v1/embeddings`, by URL and without a key.
///
/// Thread: [#embed] blocks and belongs on virtual threads; on an event loop it is a bug and says
/// so. An interrupt gives the call up, and the connection with it.
public final class HttpEmbeddingClient implements EmbeddingClient {
  /// For an event loop that is gone; the exchange's own clock is the real limit.
  private static final long GRACE_MILLIS = 5_000;

  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_WAITING = 256;

  private static final String CLOSED = "the client is closed";

  private final Vertx vertx;
  private final Endpoint endpoint;
  private final Context loop;
  private final Connections connections;
  private final Endings endings;
  private final RequestOptions options;
  private volatile boolean closed;

  /// @param listener hears of lost and regained connections
  public HttpEmbeddingClient(
      Vertx vertx, Ticker ticker, Endpoint endpoint, ConnectionListener listener) {
    this.vertx = vertx;
    this.endpoint = endpoint;
    this.loop = vertx.getOrCreateContext();
    if (!loop.isEventLoopContext()) {
      throw new IllegalStateException("a client must not be made on a Vert.x worker");
    }
    this.connections =
        new Connections(
            vertx, ticker, new Connections.Setup(endpoint, MAX_CONNECTIONS, MAX_WAITING), listener);
    this.endings = new Endings(endpoint.authority());
    this.options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setSsl(endpoint.tls())
            .setHost(endpoint.host())
            .setPort(endpoint.port())
            .setURI(endpoint.path())
            .setFollowRedirects(false)
            .putHeader("content-type", "application/json")
            .putHeader("accept", "application/json")
            .putHeader("user-agent", "interlock");
  }

  @Override
  public EmbedOutcome embed(EmbedRequest request) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("embed blocks and must not be called on an event loop");
    }
    byte[] body;
    try {
      body = encode(request);
    } catch (IllegalArgumentException malformed) {
      return failed(Fault.REFUSED, "not sent, " + malformed.getMessage());
    }
    if (closed) {
      return failed(Fault.UNREACHABLE, CLOSED);
    }
    try {
      var result = exchange(body, limit(request));
      return endings
          .of(result, new Asked(request.texts().size(), request.dimension()))
          .over(traffic(result, body.length));
    } catch (RejectedExecutionException loopIsGone) {
      return failed(Fault.UNREACHABLE, CLOSED);
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

  private byte[] encode(EmbedRequest request) {
    return new EmbeddingsRequest(
            endpoint.model(), request.texts(), request.dimension(), endpoint.pin())
        .encode();
  }

  private Duration limit(EmbedRequest request) {
    return switch (request.urgency()) {
      case INTERACTIVE -> endpoint.limits().interactive();
      case BULK -> endpoint.limits().bulk();
    };
  }

  private Result exchange(byte[] body, Duration limit) {
    long millis = limit.toMillis();
    var plan = new Exchange.Plan(options, Buffer.buffer(body), millis, EmbeddingsAnswer.MAX_BYTES);
    var exchange = new Exchange(vertx, connections, plan);
    loop.runOnContext(_ -> exchange.start());
    try {
      return exchange.result().get(millis + GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      loop.runOnContext(_ -> exchange.cancel());
      Thread.currentThread().interrupt();
      return new Result.Cancelled();
    } catch (TimeoutException e) {
      return new Result.Late(Result.Phase.CONNECTING, millis);
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange failed instead of ending", e);
    }
  }

  /// A body counts as sent once there was a connection to send it on; of an answer that did not
  /// come whole nothing is counted.
  private static EmbedOutcome.Traffic traffic(Result result, int bodyLength) {
    return switch (result) {
      case Result.Came came -> new EmbedOutcome.Traffic(bodyLength, came.body().length);
      case Result.Broke broke -> sent(broke.phase(), bodyLength);
      case Result.Late late -> sent(late.phase(), bodyLength);
      case Result.TooLarge large -> new EmbedOutcome.Traffic(bodyLength, large.limitBytes());
      case Result.Cancelled _ -> new EmbedOutcome.Traffic(bodyLength, 0);
    };
  }

  private static EmbedOutcome.Traffic sent(Result.Phase phase, int bodyLength) {
    return new EmbedOutcome.Traffic(phase == Result.Phase.CONNECTING ? 0 : bodyLength, 0);
  }

  private EmbedOutcome failed(Fault fault, String what) {
    return new EmbedOutcome.Failed(fault, OptionalInt.empty(), endpoint.authority() + ": " + what);
  }
}
