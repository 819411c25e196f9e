package dev.interlock.it;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.KeySources;
import dev.interlock.app.config.Loaded;
import dev.interlock.app.config.Settings;
import dev.interlock.app.home.Home;
import dev.interlock.app.wiring.Clouds;
import dev.interlock.app.wiring.Running;
import dev.interlock.core.table.TableName;
import dev.interlock.server.http.HttpFront;
import dev.interlock.testkit.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A whole server in this process, on a free port and manual time, spoken to over HTTP as a
/// stranger would.
///
/// Thread: the test's.
public final class Station implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client = PlainHttp.client();
  private final ManualTime time = new ManualTime();
  private final Home home;
  private final Running running;

  private Station(Home home, Settings settings, Clouds clouds) throws IOException {
    NativeCode.load();
    Files.createDirectories(home.folder());
    this.home = home;
    this.running =
        Running.start(
            home,
            settings,
            new HttpFront.Bind("127.0.0.1", 0),
            new Running.World(_ -> new Running.Time(time, time, time), clouds));
  }

  /// Starts a server on a home that may have been used before.
  ///
  /// @param yaml the text of its `interlock.yaml`; of its keys only files are looked for
  public static Station start(Path home, String yaml) throws IOException {
    return start(home, yaml, Clouds.NONE);
  }

  /// The same with ways to its accounts.
  public static Station start(Path home, String yaml, Clouds clouds) throws IOException {
    Files.createDirectories(home);
    var file = Files.writeString(home.resolve("interlock.yaml"), yaml);
    return switch (Config.load(file)) {
      case Loaded.Ok ok ->
          new Station(
              new Home(home), Settings.of(ok, KeySources.onDisk(_ -> Optional.empty())), clouds);
      case Loaded.Bad bad ->
          throw new AssertionError(
              bad.problems().stream()
                  .map(p -> p.render("interlock.yaml"))
                  .collect(Collectors.joining("\n")));
    };
  }

  /// An answer: status, headers, body.
  public record Reply(int status, HttpResponse<String> response, JsonNode json) {
    /// `error.code` of a refusal.
    public String code() {
      return json.path("error").path("code").asString("");
    }

    /// `error.message` of a refusal.
    public String message() {
      return json.path("error").path("message").asString("");
    }

    /// A header's first value, empty where there is none.
    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  /// Its time: stands still until it is moved.
  public ManualTime time() {
    return time;
  }

  /// Its address.
  public String url() {
    return running.url();
  }

  /// The whole server, for what no caller can see.
  public Running running() {
    return running;
  }

  /// `GET`.
  public Reply get(String path) {
    return send(HttpRequest.newBuilder(URI.create(url() + path)).GET());
  }

  /// `POST` with the admin token.
  public Reply post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + adminToken())
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /// Any request.
  public Reply send(HttpRequest.Builder request) {
    try {
      var response =
          client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
      return new Reply(response.statusCode(), response, JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new AssertionError("the server did not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// The admin token.
  public String adminToken() {
    try {
      return home.adminToken().orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Lets time pass, step by step, until it holds. One leap may come before its timer was set, or
  /// before the sidecar's heartbeat was heard.
  public void passUntil(Duration step, BooleanSupplier wanted, Supplier<String> complaint) {
    long start = System.nanoTime();
    while (!wanted.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError("did not come: " + complaint.get());
      }
      time.advance(step);
      LockSupport.parkNanos(2_000_000);
    }
  }

  /// E: embeds texts by the role `code-embedding`.
  public Reply embed(String... texts) {
    return post(
        "/v1/embeddings",
        JSON.writeValueAsString(Map.of("model", "code-embedding", "input", List.of(texts))));
  }

  /// Q: a search.
  public Reply search(String query, String mode) {
    return post("/api/v1/search", JSON.writeValueAsString(Map.of("query", query, "mode", mode)));
  }

  /// J: starts an index job; the answer is the start's.
  public Reply index(Path root) {
    return post("/api/v1/jobs", JSON.writeValueAsString(Map.of("root", root.toString())));
  }

  /// J: starts an index job and waits until it has settled.
  ///
  /// @return the job as it stands then
  public JsonNode indexed(Path root) {
    var started = index(root);
    var id =
        started.status() == 202
            ? started.json().path("job").path("id").asString()
            : started.header("x-interlock-job");
    return settled(id);
  }

  /// Waits until a job has ended or is paused.
  public JsonNode settled(String id) {
    return awaitJob(id, job -> !job.path("state").asString().equals("running"));
  }

  /// Waits until a job looks so.
  public JsonNode awaitJob(String id, Predicate<JsonNode> wanted) {
    return awaitJob(id, PATIENCE, wanted);
  }

  /// Waits until a job looks so, with more patience.
  public JsonNode awaitJob(String id, Duration patience, Predicate<JsonNode> wanted) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < patience.toNanos()) {
      var job = get("/api/v1/jobs/" + id).json().path("job");
      if (wanted.test(job)) {
        return job;
      }
      LockSupport.parkNanos(5_000_000);
    }
    throw new AssertionError(
        "job %s did not get there: %s".formatted(id, get("/api/v1/jobs/" + id).json()));
  }

  /// G: a route's row of the matrix, once all routes have been measured by all tables, so that no
  /// probe comes later.
  public JsonNode gate(String route, TableName table) {
    for (var each : TableName.values()) {
      running.gatekeeper().ensure(each).join();
    }
    for (var row : get("/api/v1/gate").json().path("matrix")) {
      if (row.path("route").asString().equals(route)
          && row.path("table").asString().equals(table.word())) {
        return row;
      }
    }
    throw new AssertionError("no row for " + route);
  }

  @Override
  public void close() {
    running.close();
    client.close();
  }
}
