package dev.interlock.runtime.upstream;

import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.upstream.ConnectionListener.Loss;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The TCP connections to one engine, and what their coming and going says. Owner thread: the
/// client's event loop, on which every connection is opened.
final class Connections {
  /// Shorter than the upstream's, since a request on a connection that is just being closed fails.
  private static final int KEEP_ALIVE_SECONDS = 15;

  private static final int HEADER_BYTES = 32 << 10;
  private static final int CHUNK_BYTES = 64 << 10;
  private static final Pattern KEPT = Pattern.compile("timeout\\s*=\\s*(\\d{1,6})");

  private final Ticker ticker;
  private final ConnectionListener listener;
  private final Supplier<Credential> key;
  // Vert.x closes a client that only its own parts refer to as soon as the collector runs.
  private final HttpClient pooled;
  private final HttpClient fresh;
  private final IdentityHashMap<HttpConnection, Line> lines = new IdentityHashMap<>();
  private boolean lost;
  private boolean closing;

  /// Where to, and how many at once.
  ///
  /// @param key what goes out with a call, asked for each
  /// @param most connections at the most
  /// @param waiting calls that may wait for one
  record Setup(Endpoint endpoint, Supplier<Credential> key, int most, int waiting) {
    /// With the endpoint's own key.
    Setup(Endpoint endpoint, int most, int waiting) {
      this(endpoint, endpoint::key, most, waiting);
    }
  }

  Connections(Vertx vertx, Ticker ticker, Setup setup, ConnectionListener listener) {
    this.ticker = ticker;
    this.listener = listener;
    this.key = setup.key();
    this.pooled = client(vertx, setup, true);
    this.fresh = client(vertx, setup, false);
  }

  private HttpClient client(Vertx vertx, Setup setup, boolean keepAlive) {
    int connectMillis = Math.toIntExact(setup.endpoint().limits().connect().toMillis());
    var options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setKeepAlive(keepAlive)
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setMaxHeaderSize(HEADER_BYTES)
            .setMaxChunkSize(CHUNK_BYTES)
            .setConnectTimeout(connectMillis)
            .setSslHandshakeTimeout(connectMillis)
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setSsl(setup.endpoint().tls());
    return vertx
        .httpClientBuilder()
        .with(options)
        .with(new PoolOptions().setHttp1MaxSize(setup.most()).setMaxWaitQueueSize(setup.waiting()))
        .withConnectHandler(this::connected)
        .build();
  }

  /// What goes out on them now.
  Credential key() {
    return key.get();
  }

  /// Connections that are kept and used again.
  HttpClient pooled() {
    return pooled;
  }

  /// Makes a new connection for each call: for the one retry after a stale one.
  HttpClient fresh() {
    return fresh;
  }

  Line line(HttpConnection connection) {
    return lines.computeIfAbsent(connection, _ -> new Line());
  }

  /// A whole answer came over the line.
  void answered(Line line, HttpClientResponse response) {
    String connection = header(response, "connection");
    boolean stays =
        response.version() == HttpVersion.HTTP_1_0
            ? connection.contains("keep-alive")
            : !connection.contains("close");
    if (!stays) {
      line.leave();
    }
    line.end(ticker.nanos(), kept(header(response, "keep-alive")).toNanos());
  }

  private static Duration kept(String announced) {
    var matcher = KEPT.matcher(announced);
    int seconds = matcher.find() ? Integer.parseInt(matcher.group(1)) : KEEP_ALIVE_SECONDS;
    return Duration.ofSeconds(Math.min(seconds, KEEP_ALIVE_SECONDS));
  }

  private static String header(HttpClientResponse response, String name) {
    String value = response.getHeader(name);
    return value == null ? "" : value.toLowerCase(Locale.ROOT);
  }

  /// The line broke under a call; its own close may have been told already.
  void broke(Line line) {
    if (line.leave()) {
      lose(Loss.IN_USE);
    }
  }

  /// No connection could be made.
  void unreachable() {
    lose(Loss.REFUSED);
  }

  void close() {
    closing = true;
    pooled.close();
    fresh.close();
  }

  private void connected(HttpConnection connection) {
    lines.putIfAbsent(connection, new Line());
    connection.closeHandler(_ -> closed(connection));
    if (lost) {
      lost = false;
      listener.connectedAgain();
    }
  }

  private void closed(HttpConnection connection) {
    Line line = lines.remove(connection);
    if (line != null && !line.closesInOrder(ticker.nanos())) {
      line.leave();
      lose(line.busy() ? Loss.IN_USE : Loss.IDLE);
    }
  }

  private void lose(Loss how) {
    if (!closing) {
      lost = true;
      listener.lost(how);
    }
  }
}
