package dev.interlock.runtime.upstream;

import dev.interlock.core.time.Ticker;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// An engine by URL. Nothing of a caller's own headers goes out.
public final class DirectUpstream implements Upstream {
  /// An engine queues by itself; this bounds only what a runaway caller can open.
  private static final int MAX_CONNECTIONS = 4_096;

  /// No account has more permits; some more are for calls that are being given up.
  private static final int MAX_CLOUD_CONNECTIONS = 512;

  private static final String ROOT = "root:";

  private final Endpoint endpoint;
  private final Connections connections;
  private final Map<String, RequestOptions> options = new HashMap<>();

  private final UnaryOperator<String> uri;

  private DirectUpstream(Endpoint endpoint, Connections connections, UnaryOperator<String> uri) {
    this.endpoint = endpoint;
    this.connections = connections;
    this.uri = uri;
  }

  /// Paths lie below the base of the OpenAI API.
  ///
  /// @param listener hears of lost and regained connections
  public DirectUpstream(
      Vertx vertx, Ticker ticker, Endpoint endpoint, ConnectionListener listener) {
    this(endpoint, connections(vertx, ticker, endpoint, listener), endpoint::openAi);
  }

  /// Paths lie below the server's root.
  ///
  /// @param listener hears of lost and regained connections
  public static DirectUpstream ofRoot(
      Vertx vertx, Ticker ticker, Endpoint endpoint, ConnectionListener listener) {
    return new DirectUpstream(
        endpoint, connections(vertx, ticker, endpoint, listener), endpoint::below);
  }

  /// A cloud, whose paths lie below its base, or after `root:` below its server's root. Its
  /// connections are opened by whoever holds the key and by nobody else; a call without a body is a
  /// GET.
  ///
  /// @param endpoint without a key
  /// @param key what is put into each call as it leaves
  public static DirectUpstream keyed(
      Vertx vertx, Ticker ticker, Endpoint endpoint, Supplier<Credential> key) {
    var setup = new Connections.Setup(endpoint, key, MAX_CLOUD_CONNECTIONS, 0);
    var connections = new Connections(vertx, ticker, setup, ConnectionListener.NONE);
    return new DirectUpstream(endpoint, connections, path -> cloud(endpoint, path));
  }

  private static String cloud(Endpoint endpoint, String path) {
    return path.startsWith(ROOT)
        ? endpoint.below(path.substring(ROOT.length()))
        : endpoint.openAi(path);
  }

  private static Connections connections(
      Vertx vertx, Ticker ticker, Endpoint endpoint, ConnectionListener listener) {
    return new Connections(
        vertx, ticker, new Connections.Setup(endpoint, MAX_CONNECTIONS, 0), listener);
  }

  @Override
  public Flow send(Outgoing call, Incoming answer) {
    var flight = new DirectFlow(connections, options(call), call.body(), answer);
    flight.start();
    return flight;
  }

  /// Made once for each kind of call, since they hold no more than that. A question has its own
  /// path each time, so none is kept.
  private RequestOptions options(Outgoing call) {
    return call.body().length() == 0
        ? fresh(call)
        : options.computeIfAbsent(call.path() + ' ' + call.accept(), _ -> fresh(call));
  }

  private RequestOptions fresh(Outgoing call) {
    var path = uri.apply(call.path());
    return call.body().length() == 0
        ? endpoint.request(HttpMethod.GET, path, call.accept())
        : endpoint
            .request(HttpMethod.POST, path, call.accept())
            .putHeader("content-type", "application/json");
  }

  @Override
  public void close() {
    connections.close();
  }
}
