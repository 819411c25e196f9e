package dev.interlock.it.engines;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.interlock.it.standin.Encoders;
import dev.interlock.it.standin.Encoders.Build;
import dev.interlock.testkit.Chats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An engine on loopback that behaves as its kind is described, and keeps what it was sent.
///
/// Thread: any; each request has a virtual one.
abstract class StandIn implements AutoCloseable {
  /// Tokens of the longest text, `[CLS]` and `[SEP]` included.
  static final int MAX_TOKENS = 128;

  static final int SPECIALS = 2;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Function<JsonNode, Said>> paths = new ConcurrentHashMap<>();
  private final List<List<String>> batches = new CopyOnWriteArrayList<>();
  private final List<JsonNode> bodies = new CopyOnWriteArrayList<>();
  private final List<String> counted = new CopyOnWriteArrayList<>();
  final Encoders encoders;

  /// Which build embeds.
  volatile Build build = Build.SMALL;

  /// Chats that it was asked for.
  final AtomicInteger chats = new AtomicInteger();

  /// Whether the model is still being loaded.
  volatile boolean loading;

  /// The server's own version.
  volatile String version = "1.0";

  /// What it says.
  record Said(int status, Object json) {
    static Said ok(Object json) {
      return new Said(200, json);
    }
  }

  /// A body that comes object by object, each on a line of its own.
  record Lines(List<Map<String, Object>> objects) {}

  StandIn(Encoders encoders) throws IOException {
    this.encoders = encoders;
    this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    http.setExecutor(threads);
    http.createContext("/", this::receive);
    http.start();
  }

  /// What it says to a path that it does not have.
  abstract Said unknownPath();

  /// What it says while it loads its model.
  abstract Said busyLoading();

  final void on(String path, Function<JsonNode, Said> handler) {
    paths.put(path, handler);
  }

  /// A chat's answer that bears this model.
  final Said chatted(String model) {
    chats.incrementAndGet();
    return loading ? busyLoading() : new Said(200, Chats.plain(model, "good morning"));
  }

  /// Its address without a path.
  final String url() {
    return "http://127.0.0.1:%d".formatted(http.getAddress().getPort());
  }

  /// The calls of its model, each with its texts.
  final List<List<String>> batches() {
    return List.copyOf(batches);
  }

  /// All texts that it was to embed.
  final List<String> texts() {
    return batches.stream().flatMap(List::stream).toList();
  }

  /// The texts that it was to count.
  final List<String> counted() {
    return List.copyOf(counted);
  }

  /// The bodies of all embedding calls.
  final List<JsonNode> bodies() {
    return List.copyOf(bodies);
  }

  final void forget() {
    batches.clear();
    bodies.clear();
    counted.clear();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      var handler = paths.get(exchange.getRequestURI().getPath());
      var json = JSON.readTree(body.length == 0 ? new byte[] {'{', '}'} : body);
      var said = handler == null ? unknownPath() : handler.apply(json);
      if (said.json() instanceof Lines lines) {
        stream(exchange, lines);
        return;
      }
      byte[] answer = bytes(said.json());
      exchange.getResponseHeaders().set("content-type", "application/json");
      exchange.sendResponseHeaders(said.status(), answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static void stream(HttpExchange exchange, Lines lines) throws IOException {
    exchange.getResponseHeaders().set("content-type", "application/x-ndjson");
    exchange.sendResponseHeaders(200, 0);
    for (var object : lines.objects()) {
      exchange.getResponseBody().write(JSON.writeValueAsBytes(object));
      exchange.getResponseBody().write('\n');
      exchange.getResponseBody().flush();
    }
  }

  private static byte[] bytes(Object json) {
    return json instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : JSON.writeValueAsBytes(json);
  }

  /// Notes an embedding call, and its texts.
  final List<String> received(JsonNode body, String field) {
    var texts = texts(body.path(field));
    bodies.add(body);
    batches.add(texts);
    return texts;
  }

  /// Notes texts to count.
  final List<String> toCount(JsonNode value) {
    var texts = texts(value);
    counted.addAll(texts);
    return texts;
  }

  private static List<String> texts(JsonNode value) {
    return value.isString()
        ? List.of(value.asString())
        : value.valueStream().map(JsonNode::asString).toList();
  }

  final int tokens(String text) {
    return encoders.tokens(text) + SPECIALS;
  }

  final int tokens(List<String> texts) {
    return texts.stream().mapToInt(this::tokens).sum();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
