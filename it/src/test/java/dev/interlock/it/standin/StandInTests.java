package dev.interlock.it.standin;

import dev.interlock.it.NativeCode;
import dev.interlock.it.PlainHttp;
import dev.interlock.testkit.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A cloud and an engine on manual time for each test, encoders for each class, and a caller.
@Timeout(120)
abstract class StandInTests {
  static final String MINILM = "sentence-transformers/all-minilm-l6-v2";
  static final String KEY = "KEY-CLOUD-0001";

  @TempDir private static Path shared = Path.of("");
  private static Optional<Encoders> opened = Optional.empty();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = PlainHttp.client();
  final ManualTime time = new ManualTime();
  final Ground ground = Ground.of(threads, new Ground.Time(time, time, time));
  private Optional<StandInCloud> running = Optional.empty();

  @BeforeAll
  static void openEncoders() {
    NativeCode.load();
    opened = Optional.of(new Encoders(shared));
  }

  @AfterAll
  static void closeEncoders() {
    opened.ifPresent(Encoders::close);
    opened = Optional.empty();
  }

  @BeforeEach
  void start() {
    running = Optional.of(StandInCloud.start(ground, encoders()));
  }

  @AfterEach
  void stop() {
    running.ifPresent(StandInCloud::close);
    ground.close();
    client.close();
    threads.close();
  }

  static Encoders encoders() {
    return opened.orElseThrow();
  }

  StandInCloud cloud() {
    return running.orElseThrow();
  }

  /// An answer, read whole.
  record Reply(HttpResponse<byte[]> response) {
    int status() {
      return response.statusCode();
    }

    byte[] body() {
      return response.body();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    JsonNode json() {
      return Json.tree(response.body()).orElseThrow();
    }
  }

  Reply get(String url) {
    return ended(begun(request(url).GET()));
  }

  Reply post(String path, Object body) {
    return ended(posted(path, body));
  }

  CompletableFuture<Reply> posted(String path, Object body) {
    var bytes = Json.bytes(body);
    return begun(
        request(cloud().api() + path)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(bytes)));
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).header("authorization", "Bearer " + KEY);
  }

  CompletableFuture<Reply> begun(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofByteArray()).thenApply(Reply::new);
  }

  static Reply ended(CompletableFuture<Reply> reply) {
    return reply.join();
  }

  /// Whether the connection broke before the answer was whole.
  static boolean broke(CompletableFuture<Reply> reply) {
    return reply
        .handle((_, thrown) -> thrown != null && thrown.getCause() instanceof IOException)
        .join();
  }

  Reply embed(String provider, String... texts) {
    return post("/embeddings", call(provider, texts));
  }

  static Map<String, Object> call(String provider, String... texts) {
    return Json.of(
        "model",
        MINILM,
        "input",
        texts,
        "encoding_format",
        "base64",
        "provider",
        Json.of("only", new String[] {provider}, "allow_fallbacks", false));
  }

  static Map<String, Object> chat(String provider, String words, Object... more) {
    var body =
        Json.of(
            "model",
            "shore/parrot",
            "messages",
            new Object[] {Json.of("role", "user", "content", words)},
            "provider",
            Json.of("only", new String[] {provider}));
    body.putAll(Json.of(more));
    return body;
  }

  static void await(BooleanSupplier wanted, String what) {
    for (int i = 0; i < 6_000; i++) {
      if (wanted.getAsBoolean()) {
        return;
      }
      LockSupport.parkNanos(5_000_000);
    }
    throw new AssertionError("did not come: " + what);
  }
}
