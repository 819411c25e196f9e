package dev.interlock.it.refused;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.Probes;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.wire.openai.EmbeddingsCall;
import dev.interlock.wire.openai.EmbeddingsReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/// An engine on loopback that serves the *full* all-MiniLM-L6-v2, of which the embedded encoder is
/// the quantised build: near enough to look right, too far to share a table.
///
/// It counts every text it is sent, and those that are none of the gate's probes; `GET /count`
/// tells both. Thread: any; each request has a virtual one.
public final class FullMiniLmEngine implements AutoCloseable {
  /// The name that it answers with.
  public static final String MODEL = "all-minilm-l6-v2";

  private static final int MAX_TOKENS = 510;

  private final EmbeddedEncoder encoder;
  private final Set<String> probes;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LongAdder texts = new LongAdder();
  private final LongAdder beyondProbes = new LongAdder();

  private FullMiniLmEngine(Path unpacked) throws IOException {
    this.encoder = EmbeddedEncoder.open(unpacked, MODEL);
    this.probes =
        Probes.forLimit(MAX_TOKENS, encoder.counter()).probes().stream()
            .map(Probe::text)
            .collect(Collectors.toUnmodifiableSet());
    this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    http.setExecutor(threads);
    http.createContext("/v1/embeddings", exchange -> answer(exchange, this::embed));
    http.createContext("/count", exchange -> answer(exchange, _ -> new Body(200, count())));
    http.start();
  }

  /// An engine on a free port.
  ///
  /// @param unpacked where native libraries are unpacked
  public static FullMiniLmEngine start(Path unpacked) throws IOException {
    return new FullMiniLmEngine(unpacked);
  }

  /// The base to configure: `http://127.0.0.1:PORT/v1`.
  public String url() {
    return "http://127.0.0.1:%d/v1".formatted(http.getAddress().getPort());
  }

  /// Texts sent to it so far.
  public long texts() {
    return texts.sum();
  }

  /// Texts among them that are no probe: a row's or a query's.
  public long beyondProbes() {
    return beyondProbes.sum();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
    encoder.close();
  }

  private record Body(int status, byte[] json) {}

  private interface Handler {
    Body handle(byte[] body);
  }

  private static void answer(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      var body = handler.handle(exchange.getRequestBody().readAllBytes());
      exchange.getResponseHeaders().set("content-type", "application/json");
      exchange.sendResponseHeaders(body.status(), body.json().length);
      exchange.getResponseBody().write(body.json());
    }
  }

  private byte[] count() {
    return "{\"texts\":%d,\"beyondProbes\":%d}"
        .formatted(texts.sum(), beyondProbes.sum())
        .getBytes(StandardCharsets.UTF_8);
  }

  private Body embed(byte[] body) {
    return switch (EmbeddingsCall.parse(body)) {
      case EmbeddingsCall.Parsed.Wrong wrong -> error(400, wrong.error().message());
      case EmbeddingsCall.Parsed.Valid valid -> embed(valid.call());
    };
  }

  private Body embed(EmbeddingsCall call) {
    seen(call.inputs());
    var request = new EmbedRequest(call.inputs(), Urgency.BULK, OptionalInt.empty());
    return switch (encoder.embed(request)) {
      case EmbedOutcome.Failed failed -> error(500, failed.message());
      case EmbedOutcome.Answered answered ->
          new Body(
              200,
              new EmbeddingsReply(
                      MODEL, answered.vectors(), call.encoding(), answered.promptTokens().orElse(0))
                  .encode());
    };
  }

  private void seen(List<String> inputs) {
    texts.add(inputs.size());
    beyondProbes.add(inputs.stream().filter(text -> !probes.contains(text)).count());
  }

  private static Body error(int status, String message) {
    var quoted = message.replace("\\", "\\\\").replace("\"", "\\\"");
    return new Body(
        status,
        "{\"error\":{\"message\":\"%s\"}}".formatted(quoted).getBytes(StandardCharsets.UTF_8));
  }

  /// Serves until the process is ended; prints the base to configure.
  ///
  /// @param arguments the folder for native libraries
  public static void main(String... arguments) throws IOException, InterruptedException {
    try (var engine = start(Path.of(arguments[0]))) {
      IO.println(engine.url());
      Thread.currentThread().join();
    }
  }
}
