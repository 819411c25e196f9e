package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.NativeCode;
import dev.interlock.it.Station;
import dev.interlock.it.standin.Encoders;
import dev.interlock.it.standin.Ground;
import dev.interlock.it.standin.StandInCloud;
import dev.interlock.it.standin.StandInEngine;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.clock.SystemScheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A local engine and a cloud with one real encoder before a whole server in real time, by each
/// policy.
final class CloudFleetTest {
  private static final String MINILM = "sentence-transformers/all-minilm-l6-v2";

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

  private StandInEngine engine() {
    return StandInEngine.start(ground, opened.orElseThrow(), 0);
  }

  private StandInCloud cloud() {
    return StandInCloud.start(ground, opened.orElseThrow());
  }

  private static String yaml(String policy, StandInEngine engine, StandInCloud cloud) {
    return """
    hosts:
      h1: {url: "%s", dialect: llamacpp}
    accounts:
      openrouter: {kind: openrouter, url: "%s", permits: 3}
    routes:
      near: {host: h1, model: all-minilm-l6-v2, maxTokens: 510}
      far: {account: openrouter, model: %s, pin: harbour, maxTokens: 510}
      parrot: {account: openrouter, model: shore/parrot, accept: [shore/parrot-20260301]}
      scales: {account: openrouter, model: shore/scales}
    roles:
      code-embedding: {policy: %s, routes: [near, far]}
      text-embedding: {policy: %s, routes: [near, far]}
    profiles:
      chat: {kind: generate, tiers: [{routes: [parrot]}]}
      ranks: {kind: rerank, tiers: [{routes: [scales]}]}
    """
        .formatted(engine.url(), cloud.api(), MINILM, policy, policy);
  }

  private ServerProcess server(String policy, StandInEngine engine, StandInCloud cloud)
      throws IOException {
    var server = ServerProcess.start(folder.resolve("home"), yaml(policy, engine, cloud));
    var pushed = server.post("/api/v1/accounts/openrouter/key", Map.of("key", "KEY-CLOUD-0001"));
    assertThat(pushed.status()).isEqualTo(200);
    return server;
  }

  private static JsonNode row(ServerProcess server, String route) {
    return server
        .get("/api/v1/gate")
        .json()
        .path("matrix")
        .valueStream()
        .filter(row -> row.path("table").asString().equals("docs"))
        .filter(row -> row.path("route").asString().equals(route))
        .findFirst()
        .orElseThrow();
  }

  private static void verdict(ServerProcess server, String route, String wanted) {
    server.await(
        () -> row(server, route),
        row -> row.path("verdict").asString().equals(wanted),
        "route %s is not %s".formatted(route, wanted));
  }

  private static long by(JsonNode job, String route) {
    return job.path("servedBy").path(route).asLong();
  }

  private static Station.Reply search(ServerProcess server, String query) {
    return server.post("/api/v1/search", Map.of("query", query, "mode", "vector"));
  }

  private static void dies(StandInEngine engine) {
    engine.close();
  }

  private static long rows(JsonNode stats) {
    return stats.path("served").path("rows").asLong();
  }

  @Test
  @DisplayName(
      "A2, A3, A5: local and cloud write one table, admitted against each other, until one drifts")
  void aggregate() throws IOException {
    try (var engine = engine();
        var cloud = cloud();
        var server = server("aggregate", engine, cloud)) {
      verdict(server, "near", "admitted");
      verdict(server, "far", "admitted");
      engine.set("speed", "{\"textsPerSecond\": 40}");
      cloud.set("speed", "{\"textsPerSecond\": 40}");
      var job = server.ended(server.index(Tree.notes(folder.resolve("one"), 300)));

      assertThat(Found.state(job)).as(job.toString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(300);
      assertThat(by(job, "near")).isPositive();
      assertThat(by(job, "far")).isPositive();
      assertThat(by(job, "near") + by(job, "far")).isEqualTo(300);
      assertThat(Found.paths(search(server, Tree.text(7)))).first().isEqualTo("n0007.md");
      assertThat(settled(server)).isEqualTo(cloud.billedNanoUsd());

      cloud.set("drift", "{\"to\": \"quantised\"}");
      engine.set("speed", "{\"textsPerSecond\": 100}");
      var drifted = server.ended(server.index(Tree.notes(folder.resolve("two"), 1_001, 1_300)));
      assertThat(Found.state(drifted)).as(drifted.toString()).isEqualTo("completed");
      assertThat(drifted.path("stored").asInt()).isEqualTo(300);
      assertThat(row(server, "far").path("verdict").asString()).isIn("suspended", "refused");
      verdict(server, "near", "admitted");
      assertThat(cloud.peakParallel()).isLessThanOrEqualTo(3);
    }
  }

  /// What the server has paid, by the rows of its ledger.
  private static long settled(ServerProcess server) {
    return server
        .get("/api/v1/ledger?last=1000")
        .json()
        .path("attempts")
        .valueStream()
        .map(attempt -> attempt.path("costUsd"))
        .filter(JsonNode::isNumber)
        .mapToLong(cost -> cost.decimalValue().movePointRight(9).longValueExact())
        .sum();
  }

  @Test
  @DisplayName("A2: under local nothing reaches the cloud, whoever writes or reads")
  void local() throws IOException {
    try (var engine = engine();
        var cloud = cloud();
        var server = server("local", engine, cloud)) {
      verdict(server, "near", "admitted");
      var job = server.ended(server.index(Tree.notes(folder.resolve("root"), 40)));
      assertThat(by(job, "near")).isEqualTo(40);
      assertThat(search(server, Tree.text(7)).status()).isEqualTo(200);
      dies(engine);
      assertThat(search(server, Tree.text(8)).status()).isEqualTo(503);
      assertThat(cloud.stats().path("served").path("texts").asLong()).isZero();
      assertThat(cloud.calls()).isEmpty();
    }
  }

  @Test
  @DisplayName("A2: under cloud the local engine gets no text, whoever writes or reads")
  void cloudOnly() throws IOException {
    try (var engine = engine();
        var cloud = cloud();
        var server = server("cloud", engine, cloud)) {
      verdict(server, "far", "admitted");
      var job = server.ended(server.index(Tree.notes(folder.resolve("root"), 40)));
      assertThat(by(job, "far")).isEqualTo(40);
      var found = search(server, Tree.text(7));
      assertThat(Found.paths(found)).first().isEqualTo("n0007.md");
      assertThat(engine.stats().path("served").path("texts").asLong()).isZero();
    }
  }

  @Test
  @DisplayName("A2, C32: under backup the cloud serves writer and reader once the engine is gone")
  void backup() throws IOException {
    try (var engine = engine();
        var cloud = cloud();
        var server = server("backup", engine, cloud)) {
      verdict(server, "near", "admitted");
      verdict(server, "far", "admitted");
      var first = server.ended(server.index(Tree.notes(folder.resolve("one"), 40)));
      assertThat(by(first, "near")).isEqualTo(40);
      assertThat(search(server, Tree.text(7)).status()).isEqualTo(200);
      assertThat(rows(cloud.stats())).isZero();

      dies(engine);
      var second = server.ended(server.index(Tree.notes(folder.resolve("two"), 1_001, 1_040)));
      assertThat(Found.state(second)).as(second.toString()).isEqualTo("completed");
      assertThat(by(second, "far")).isPositive();
      var found = search(server, "Note word9 on matter63, once more.");
      assertThat(found.status()).isEqualTo(200);
      assertThat(Found.paths(found)).first().isEqualTo("n0009.md");
    }
  }

  @Test
  @DisplayName("A8, C49: jobs, searches, chats and rankings together never exceed the permits")
  void allRolesTogether() throws IOException {
    try (var engine = engine();
        var cloud = cloud();
        var server = server("cloud", engine, cloud)) {
      verdict(server, "far", "admitted");
      cloud.set("speed", "{\"latencyMs\": 50}");
      cloud.set("limits", "{\"permits\": 3}");
      var id = server.index(Tree.notes(folder.resolve("root"), 120));
      var calls = new ArrayList<CompletableFuture<Station.Reply>>();
      for (int i = 0; i < 8; i++) {
        int number = i;
        calls.add(later(() -> search(server, "query " + number)));
        calls.add(later(() -> server.post("/v1/chat/completions", chat(number))));
        calls.add(later(() -> server.post("/v1/rerank", ranking(number))));
        calls.add(later(() -> server.post("/v1/embeddings", vectors(number))));
      }
      for (var call : calls) {
        assertThat(call.join().status()).as(call.join().response().body()).isEqualTo(200);
      }
      assertThat(Found.state(server.ended(id))).isEqualTo("completed");
      assertThat(cloud.peakParallel()).isEqualTo(3);
      assertThat(cloud.stats().path("statuses").path("429").isMissingNode()).isTrue();
      server.await(
          () -> settled(server), sum -> sum == cloud.billedNanoUsd(), "all calls are paid for");
    }
  }

  private CompletableFuture<Station.Reply> later(Supplier<Station.Reply> call) {
    return CompletableFuture.supplyAsync(call, threads);
  }

  private static Map<String, Object> chat(int number) {
    var said = List.of(Map.of("role", "user", "content", "word " + number));
    return Map.of("model", "chat", "max_tokens", 8, "messages", said);
  }

  private static Map<String, Object> ranking(int number) {
    return Map.of("model", "ranks", "query", "q" + number, "documents", List.of("a", "b"));
  }

  private static Map<String, Object> vectors(int number) {
    return Map.of("model", "code-embedding", "input", "text " + number);
  }
}
