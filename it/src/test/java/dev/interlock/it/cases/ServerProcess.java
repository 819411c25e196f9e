package dev.interlock.it.cases;

import dev.interlock.it.PlainHttp;
import dev.interlock.it.Station.Reply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A whole server in a process of its own, on real time: it can be killed without a word, have a
/// small heap, and obey the permission bits of files.
///
/// Thread: the test's.
final class ServerProcess implements AutoCloseable {
  /// As the launcher has it: a server that runs for seconds is not worth the best compiler's time.
  private static final List<String> COMPILER =
      List.of(
          "-XX:Tier4InvocationThreshold=20000",
          "-XX:Tier4MinInvocationThreshold=2400",
          "-XX:Tier4CompileThreshold=60000",
          "-XX:Tier4BackEdgeThreshold=160000");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A start takes 2 s on a machine that is idle, and a minute on one that is overrun.
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Pattern SERVES = Pattern.compile("serves at (http://127\\.0\\.0\\.1:\\d+)");

  private final HttpClient client = PlainHttp.client();
  private final Path home;
  private final Path output;
  private final Process process;
  private String url = "";

  private ServerProcess(Path home, Path output, Process process) {
    this.home = home;
    this.output = output;
    this.process = process;
  }

  /// A server of a home that may have been used before; it answers when this returns.
  ///
  /// @param yaml the text of its configuration
  /// @param options of the JVM beside the usual, such as `-Xmx256m`
  static ServerProcess start(Path home, String yaml, String... options) throws IOException {
    var server = launch(home, yaml, options);
    server.url = server.await(server::announced, url -> !url.isEmpty(), "it does not serve");
    return server;
  }

  /// A server that is not waited for, since it may end at once.
  static ServerProcess launch(Path home, String yaml, String... options) throws IOException {
    var beside = Objects.requireNonNull(home.toAbsolutePath().getParent());
    var config = Files.writeString(Files.createTempFile(beside, "interlock", ".yaml"), yaml);
    var output = Files.createTempFile(beside, "server", ".out");
    var command = new ArrayList<>(bound());
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
    command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    command.addAll(COMPILER);
    command.add("-Xmx512m");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of("dev.interlock.app.Main", "server", "--home", home.toString()));
    command.addAll(List.of("--port", "0", "--config", config.toString()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    return new ServerProcess(home, output, builder.redirectOutput(output.toFile()).start());
  }

  private static String classPath() {
    return Objects.requireNonNull(System.getProperty("java.class.path"));
  }

  /// Permission bits don't bind root, who runs tests in containers, unless it lays down the right
  /// to pass them over.
  private static List<String> bound() {
    return "root".equals(System.getProperty("user.name"))
        ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
        : List.of();
  }

  private String announced() {
    if (!process.isAlive()) {
      throw new AssertionError("the server has ended: " + output());
    }
    var said = SERVES.matcher(output());
    return said.find() ? said.group(1) : "";
  }

  /// What it printed so far.
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  String url() {
    return url;
  }

  long pid() {
    return process.pid();
  }

  /// `kill -9`.
  void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /// Waits for its end.
  int exitCode() {
    try {
      if (process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new AssertionError("the server does not end: " + output());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  Reply get(String path) {
    return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
  }

  /// `POST` with the admin token.
  Reply post(String path, Map<String, ?> body) {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + adminToken())
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private String adminToken() {
    try {
      return Files.readString(home.resolve("admin-token")).strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Reply send(HttpRequest.Builder request) {
    try {
      var response =
          client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
      return new Reply(response.statusCode(), response, JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new AssertionError("the server did not answer: " + output(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// J: starts an index job.
  ///
  /// @return its id
  String index(Path root) {
    var reply = post("/api/v1/jobs", Map.of("root", root.toString()));
    return reply.status() == 202
        ? reply.json().path("job").path("id").asString()
        : reply.header("x-interlock-job");
  }

  /// The job with what it left out and gave up.
  JsonNode job(String id) {
    return get("/api/v1/jobs/" + id).json();
  }

  /// Waits until a job looks so.
  JsonNode awaitJob(String id, Predicate<JsonNode> wanted) {
    return await(() -> job(id).path("job"), wanted, "job " + id + " does not get there");
  }

  /// Waits until a job has ended.
  JsonNode ended(String id) {
    return awaitJob(id, ServerProcess::hasEnded);
  }

  static boolean hasEnded(JsonNode job) {
    return !job.path("endedAt").asString("").isEmpty();
  }

  /// Waits until what is looked at is as wanted.
  <T> T await(Supplier<T> look, Predicate<T> wanted, String complaint) {
    long start = System.nanoTime();
    T seen = look.get();
    while (!wanted.test(seen)) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError(complaint + ": " + seen + "\n" + output());
      }
      LockSupport.parkNanos(5_000_000);
      seen = look.get();
    }
    return seen;
  }

  @Override
  public void close() {
    kill();
    client.close();
  }
}
