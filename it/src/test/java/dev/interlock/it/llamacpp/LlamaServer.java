package dev.interlock.it.llamacpp;

import dev.interlock.it.PlainHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// llama.cpp's own server on loopback, in a process of its own that ends with this one.
///
/// Thread: any.
final class LlamaServer implements AutoCloseable {
  /// A small chat model: its form can be relied on, never its sense.
  static final String CHAT_MODEL = "smollm2";

  /// all-MiniLM-L6-v2 with weights of 16 bits.
  static final String ENCODER = "all-minilm-l6-v2";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern LISTENS = Pattern.compile("listening http://127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern QUEUED = Pattern.compile("llamacpp:requests_deferred (\\d+)");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client = PlainHttp.client();
  private final Process process;
  private final int port;

  private LlamaServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /// A chat server with two slots of 2,048 tokens each, unless the settings say otherwise.
  static LlamaServer chat(String... settings) throws IOException {
    return start(
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        with(settings, "n_ctx=4096", "n_parallel=2", "model_alias=" + CHAT_MODEL));
  }

  /// An embedding server of 512 tokens.
  static LlamaServer embeddings(String... settings) throws IOException {
    return start(
        "all-MiniLM-L6-v2-f16.gguf",
        with(
            settings,
            "embedding=1",
            "n_ctx=512",
            "n_batch=512",
            "n_ubatch=512",
            "model_alias=" + ENCODER));
  }

  private static List<String> with(String[] settings, String... defaults) {
    var all = new ArrayList<>(List.of("ui=false"));
    all.addAll(Arrays.asList(defaults));
    all.addAll(Arrays.asList(settings));
    return all;
  }

  private static LlamaServer start(String model, List<String> settings) throws IOException {
    var installed = installed();
    var output = Files.createTempFile("llama", ".out");
    var command = new ArrayList<String>();
    command.add(installed.resolve("venv/bin/python").toString());
    command.add(scripts().resolve("serve.py").toString());
    command.add("0");
    command.add(installed.resolve("models").resolve(model).toString());
    command.addAll(settings);
    var process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var server = new LlamaServer(process, await(process, output));
    server.awaitHealth();
    return server;
  }

  /// The folder of engines, made on first use.
  private static Path installed() throws IOException {
    var process =
        new ProcessBuilder(scripts().resolve("install.sh").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new AssertionError("it/engines/install.sh failed; it says above what is missing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return Path.of(printed.strip());
  }

  private static Path scripts() {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.exists(here.resolve("it")) ? here.resolve("it/engines") : here.resolve("engines");
  }

  private static int await(Process process, Path output) throws IOException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < PATIENCE.toNanos()) {
      var said = LISTENS.matcher(Files.readString(output));
      if (said.find()) {
        return Integer.parseInt(said.group(1));
      }
      if (!process.isAlive()) {
        throw new AssertionError("the engine has ended: " + Files.readString(output));
      }
      LockSupport.parkNanos(20_000_000);
    }
    throw new AssertionError("the engine does not listen");
  }

  private void awaitHealth() {
    await(() -> get("/health").status() == 200, "the engine's model");
  }

  /// The base to configure: `http://127.0.0.1:PORT/v1`.
  String url() {
    return "http://127.0.0.1:%d/v1".formatted(port);
  }

  /// An answer of the engine itself.
  record Reply(int status, HttpResponse<String> response, JsonNode json) {}

  /// Its slots that are at work.
  long busySlots() {
    return get("/slots")
        .json()
        .valueStream()
        .filter(slot -> slot.path("is_processing").asBoolean(false))
        .count();
  }

  /// Requests that wait for a slot.
  int queued() {
    var said = QUEUED.matcher(get("/metrics").response().body());
    if (!said.find()) {
      throw new AssertionError("the engine does not tell how many wait");
    }
    return Integer.parseInt(said.group(1));
  }

  /// Waits until something is so.
  static void await(BooleanSupplier wanted, String what) {
    long start = System.nanoTime();
    while (!wanted.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError("did not come: " + what);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /// Waits until it has closed a connection that nobody used, so that older ones are closed too.
  void awaitIdleClose() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket
          .getOutputStream()
          .write("GET /health HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      var all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      if (!all.contains("Keep-Alive: timeout=5, max=100")) {
        throw new AssertionError("it was not kept: " + all);
      }
    }
  }

  /// `GET`, the path from the root.
  Reply get(String path) {
    return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).GET());
  }

  /// `POST` of JSON, the path from the root.
  Reply post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private Reply send(HttpRequest.Builder request) {
    try {
      var response =
          client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
      var json = response.body().startsWith("{") || response.body().startsWith("[");
      return new Reply(
          response.statusCode(),
          response,
          json ? JSON.readTree(response.body()) : JSON.createObjectNode());
    } catch (IOException e) {
      throw new AssertionError("the engine did not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    client.close();
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
