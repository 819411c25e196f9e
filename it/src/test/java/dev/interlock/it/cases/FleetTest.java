package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.NativeCode;
import dev.interlock.it.standin.Encoders;
import dev.interlock.it.standin.Ground;
import dev.interlock.it.standin.StandInEngine;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.clock.SystemScheduler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Two local engines with one real encoder before a whole server in real time.
final class FleetTest {
  private static final int CHUNKS = 400;

  @TempDir private static Path unpacked = Path.of("");
  private static Optional<Encoders> opened = Optional.empty();

  @TempDir private Path folder = Path.of("");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final SystemClocks clocks = new SystemClocks();
  private final Ground ground =
      Ground.of(threads, new Ground.Time(clocks, clocks, new SystemScheduler(threads)));

  @BeforeAll
  static void open() {
    NativeCode.load();
    opened = Optional.of(new Encoders(unpacked));
  }

  @AfterAll
  static void closeEncoders() {
    opened.ifPresent(Encoders::close);
    opened = Optional.empty();
  }

  @AfterEach
  void close() {
    ground.close();
    threads.close();
  }

  private StandInEngine engine(int port) {
    return StandInEngine.start(ground, opened.orElseThrow(), port);
  }

  private static String yaml(StandInEngine one, StandInEngine two) {
    return """
    hosts:
      h1: {url: "%s", dialect: llamacpp}
      h2: {url: "%s", dialect: llamacpp}
    routes:
      one: {host: h1, model: all-minilm-l6-v2, maxTokens: 510}
      two: {host: h2, model: all-minilm-l6-v2, maxTokens: 510}
    roles:
      code-embedding: {routes: [one, two]}
      text-embedding: {routes: [one, two]}
    """
        .formatted(one.url(), two.url());
  }

  private static void speed(StandInEngine engine, int textsPerSecond) {
    engine.set("speed", "{\"textsPerSecond\": %d}".formatted(textsPerSecond));
  }

  private static long by(JsonNode job, String route) {
    return job.path("servedBy").path(route).asLong();
  }

  /// Waits until the routes of the table of notes are admitted.
  private static void admitted(ServerProcess server, int routes) {
    server.await(
        () -> server.get("/api/v1/gate").json().path("matrix"),
        matrix ->
            matrix
                    .valueStream()
                    .filter(row -> row.path("table").asString().equals("docs"))
                    .filter(row -> row.path("verdict").asString().equals("admitted"))
                    .count()
                == routes,
        "the gate does not open");
  }

  @Test
  @DisplayName(
      "A2, A13: beside an engine ten times slower the fast one gives most, and the end waits for"
          + " neither")
  void tenTimesSlower(TestReporter said) throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var one = engine(0);
        var two = engine(0);
        var server = ServerProcess.start(folder.resolve("home"), yaml(one, two))) {
      admitted(server, 2);
      speed(one, 60);
      speed(two, 6);
      long start = clocks.nanos();
      var job = server.ended(server.index(root));
      double seconds = (clocks.nanos() - start) / 1e9;

      said.publishEntry(
          "ten times slower",
          String.format(
              Locale.ROOT,
              "%s, %.1f s; at 66 texts/s %.1f s",
              job.path("servedBy"),
              seconds,
              CHUNKS / 66.0));
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(by(job, "one") + by(job, "two")).isEqualTo(CHUNKS);
      assertThat(by(job, "two")).isPositive();
      assertThat(by(job, "one")).isGreaterThan(5 * by(job, "two"));
    }
  }

  @Test
  @DisplayName("A13: an engine that dies costs no text, and one that comes back serves again")
  void oneDiesAndComesBack() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 2 * CHUNKS);
    var one = engine(0);
    try (var two = engine(0);
        var server = ServerProcess.start(folder.resolve("home"), yaml(one, two))) {
      admitted(server, 2);
      speed(one, 20);
      speed(two, 20);
      var id = server.index(root);
      server.awaitJob(id, job -> by(job, "one") > 0 && by(job, "two") > 0);
      one.close();
      speed(two, 10);
      try (var again = engine(URI.create(one.url()).getPort())) {
        server.await(
            () -> again.stats().path("served").path("rows").asLong(),
            rows -> rows > 0,
            "the engine that came back gets no text");
        speed(two, 200);
        var job = server.ended(id);

        assertThat(Found.state(job)).isEqualTo("completed");
        assertThat(job.path("stored").asInt()).isEqualTo(2 * CHUNKS);
        assertThat(by(job, "one") + by(job, "two")).isEqualTo(2 * CHUNKS);
      }
    } finally {
      one.close();
    }
  }
}
