package dev.interlock.it.chart;

import dev.interlock.core.time.Ticker;
import dev.interlock.it.PlainHttp;
import dev.interlock.it.standin.Encoders;
import dev.interlock.it.standin.Ground;
import dev.interlock.it.standin.StandInCloud;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.clock.SystemScheduler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes the chart of permits through a storm of 429 from a real run, in five minutes: the stand-in
/// cloud, a server of its own, callers all along, and what `accounts --json` tells twice a second.
///
/// ```
/// StormChart OUT.svg FOLDER COMMAND...
/// ```
///
/// `COMMAND` runs the program, such as `./interlock`; `FOLDER` is a fresh one for its home.
public final class StormChart {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern SERVES = Pattern.compile("serves at (http://127\\.0\\.0\\.1:\\d+)");
  private static final int CALLERS = 24;
  private static final double STORM_FROM = 20;
  private static final double STORM_SECONDS = 15;
  private static final double END = 290;

  private static final String CHAT =
      """
      {"model":"coder","max_tokens":64,\
      "messages":[{"role":"user","content":"What moves the tides?"}]}\
      """;

  private final HttpClient client = PlainHttp.client();
  private final String server;
  private final String cloud;
  private final Ticker ticker = new SystemClocks();
  private final long began = ticker.nanos();
  private final List<Sample> samples = new ArrayList<>();

  private StormChart(String server, String cloud) {
    this.server = server;
    this.cloud = cloud;
  }

  /// Makes it.
  public static void main(String... arguments) throws IOException {
    if (arguments.length < 3) {
      throw new IllegalArgumentException("usage: OUT.svg FOLDER COMMAND...");
    }
    var folder = Files.createDirectories(Path.of(arguments[1])).toAbsolutePath();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var clocks = new SystemClocks();
    var time = new Ground.Time(clocks, clocks, new SystemScheduler(threads));
    var ground = Ground.of(threads, time);
    try (var cloud = StandInCloud.start(ground, new Encoders(folder.resolve("native")))) {
      var process = server(folder, cloud.api(), List.of(arguments).subList(2, arguments.length));
      try {
        var run = new StormChart(address(process), cloud.url());
        run.play();
        var svg = PermitChart.of(run.samples, STORM_FROM, STORM_FROM + STORM_SECONDS);
        Files.writeString(Path.of(arguments[0]), svg);
      } finally {
        process.destroy();
      }
    }
    Runtime.getRuntime().halt(0);
  }

  private static Process server(Path folder, String api, List<String> command) throws IOException {
    var key = Files.writeString(folder.resolve("key"), "KEY-CLOUD-0001");
    var config =
        Files.writeString(
            folder.resolve("interlock.yaml"),
            """
            accounts:
              cloud: {kind: openrouter, url: "%s", key: "${file:%s}", dailyUsd: 100, permits: 16}
            routes:
              chat: {account: cloud, model: shore/parrot}
            profiles:
              coder:
                {kind: generate, tiers: [{routes: [chat]}], limits: {permit: 60s}, timeout: 120s}
            """
                .formatted(api, key));
    var all = new ArrayList<>(command);
    all.addAll(List.of("server", "--home", folder.resolve("home").toString()));
    all.addAll(List.of("--port", "0", "--config", config.toString()));
    return new ProcessBuilder(all).redirectErrorStream(true).start();
  }

  private static String address(Process process) throws IOException {
    var lines =
        new BufferedReader(process.inputReader(StandardCharsets.UTF_8)); // closed with the process
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var said = SERVES.matcher(line);
      if (said.find()) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
        return said.group(1);
      }
    }
    throw new IOException("the server has ended");
  }

  private void play() {
    post(cloud + "/_speed", "{\"latencyMs\":600}");
    for (int i = 0; i < CALLERS; i++) {
      Thread.ofVirtual().start(this::call);
    }
    boolean storm = false;
    while (seconds() < END) {
      if (!storm && seconds() >= STORM_FROM) {
        storm = true;
        post(cloud + "/_limits", "{\"storm\":{\"seconds\":%s}}".formatted(STORM_SECONDS));
      }
      samples.add(sample());
      LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    }
  }

  private double seconds() {
    return (ticker.nanos() - began) / 1e9;
  }

  private void call() {
    while (seconds() < END) {
      post(server + "/v1/chat/completions", CHAT);
    }
  }

  private Sample sample() {
    double at = seconds();
    var account = get(server + "/api/v1/accounts").path("accounts").path(0);
    var permits = account.path("permits");
    return new Sample(
        at,
        permits.path("inFlight").asInt(),
        permits.path("effective").asInt(),
        permits.path("ceiling").asInt(),
        account.path("cooldownUntil").isString());
  }

  private JsonNode get(String url) {
    return sent(HttpRequest.newBuilder(URI.create(url)).GET());
  }

  private void post(String url, String body) {
    var _ =
        sent(
            HttpRequest.newBuilder(URI.create(url))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private JsonNode sent(HttpRequest.Builder request) {
    try {
      return JSON.readTree(
          client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
