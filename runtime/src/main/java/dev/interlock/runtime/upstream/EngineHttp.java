package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.time.Ticker;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/// The connections to one engine by URL: its model is called over them, and it is asked what it is.
///
/// Thread: calls block and belong on virtual threads; on an event loop they are a bug and say so.
/// An interrupt gives the call up, and the connection with it.
public final class EngineHttp implements AutoCloseable {
  /// Most bytes that are read of what an engine says of itself.
  private static final int STATE_BYTES = 4 << 20;

  private static final Duration STATE_LIMIT = Duration.ofSeconds(10);

  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_WAITING = 256;

  private static final String CLOSED = "the client is closed";

  private final Endpoint endpoint;
  private final Context loop;
  private final Carrier carrier;
  private final Endings endings;
  private volatile boolean closed;

  /// One question.
  ///
  /// @param path from the host's root on
  /// @param body empty for a GET
  /// @param purchase what an account must know of it; one without is never sent by an account
  record Ask(
      HttpMethod method,
      String path,
      byte[] body,
      Duration limit,
      int maxBytes,
      Optional<Purchase> purchase) {}

  /// @param listener hears of lost and regained connections
  public EngineHttp(Vertx vertx, Ticker ticker, Endpoint endpoint, ConnectionListener listener) {
    this.endpoint = endpoint;
    this.loop = loop(vertx);
    var setup = new Connections.Setup(endpoint, MAX_CONNECTIONS, MAX_WAITING);
    this.carrier =
        new DirectCarrier(vertx, loop, endpoint, new Connections(vertx, ticker, setup, listener));
    this.endings = new Endings(endpoint);
  }

  /// Calls that an account pays for, and that leave by its way and no other.
  ///
  /// @param endpoint for paths, model and limits; without a key
  public EngineHttp(Vertx vertx, Ticker ticker, Endpoint endpoint, AccountWay account) {
    this.endpoint = endpoint;
    this.loop = loop(vertx);
    this.carrier = new PaidCarrier(vertx, ticker, endpoint, account);
    this.endings = new Endings(endpoint, account.tags());
  }

  private static Context loop(Vertx vertx) {
    var context = vertx.getOrCreateContext();
    if (!context.isEventLoopContext()) {
      throw new IllegalStateException("a client must not be made on a Vert.x worker");
    }
    return context;
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
    return heard(HttpMethod.GET, endpoint.below(path), new byte[0]);
  }

  /// Asks the engine what it is, with a body in JSON.
  ///
  /// @param path below its root, such as `/api/show`
  public Heard post(String path, byte[] body) {
    return heard(HttpMethod.POST, endpoint.below(path), body);
  }

  /// Asks by a path of the OpenAI API.
  ///
  /// @param path below the API's base, such as `/models`
  public Heard getOpenAi(String path) {
    return heard(HttpMethod.GET, endpoint.openAi(path), new byte[0]);
  }

  private Duration stateLimit() {
    var interactive = endpoint.limits().interactive();
    return interactive.compareTo(STATE_LIMIT) < 0 ? interactive : STATE_LIMIT;
  }

  private Heard heard(HttpMethod method, String path, byte[] body) {
    var ask = new Ask(method, path, body, stateLimit(), STATE_BYTES, Optional.empty());
    var result = spend(ask).result();
    if (result instanceof Result.Came came) {
      return new Heard.Answer(came.status(), came.body());
    }
    return endings.unanswered(result) instanceof EmbedOutcome.Failed failed
        ? new Heard.Silence(failed.fault(), failed.message())
        : new Heard.Silence(Fault.INVALID_RESPONSE, endpoint.authority() + ": no answer");
  }

  /// Makes a call that an account may have to pay for.
  Spent spend(Ask ask) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("a call blocks and must not be made on an event loop");
    }
    if (closed) {
      return Spent.free(new Result.Closed(CLOSED));
    }
    try {
      return carrier.carry(ask);
    } catch (RejectedExecutionException loopIsGone) {
      return Spent.free(new Result.Closed(CLOSED));
    }
  }

  /// Ends calls under way; later ones fail as unreachable.
  @Override
  public void close() {
    closed = true;
    try {
      loop.runOnContext(_ -> carrier.close());
    } catch (RejectedExecutionException loopIsGone) {
      // Its connections went with it.
    }
  }
}
