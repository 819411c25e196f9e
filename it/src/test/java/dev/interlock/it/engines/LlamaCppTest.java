package dev.interlock.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A llama.cpp server, spoken to in its own way.
final class LlamaCppTest extends EngineTests {
  private static final String ROUTE = "model: whatever";

  private static LlamaCppStandIn llama() throws IOException {
    return new LlamaCppStandIn(encoders());
  }

  @Test
  @DisplayName("A3, B7: the name is an echo, so the file that it was loaded from is read")
  void serves() throws IOException {
    try (var llama = llama();
        var station =
            Station.start(folder.resolve("home"), House.yaml("llamacpp", llama.url(), ROUTE))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("admitted");
      assertThat(row.path("identity").asString()).isEqualTo("path:all-MiniLM-L6-v2-f16.gguf");
      assertThat(row.path("engineVersion").asString()).startsWith("b6900");
      var job = station.indexed(House.notes(folder.resolve("root")));
      assertThat(job.path("stored").asInt()).isEqualTo(3);
      var search = station.search("when does the boat depart", "vector");
      assertThat(search.json().path("hits").path(0).path("path").asString()).isEqualTo("ferry.md");
    }
  }

  @Test
  @DisplayName("A3: its 500 for an over-long text is the caller's 400, and no other route is asked")
  void callersFaultIsNotFailedOver() throws IOException {
    try (var first = llama();
        var second = llama();
        var station = Station.start(folder.resolve("home"), two(first, second))) {
      assertThat(House.verdict(House.row(station))).isEqualTo("admitted");
      assertThat(House.verdict(station.gate("emb2", TableName.CODE))).isEqualTo("admitted");
      assertThat(House.verdict(station.gate("emb", TableName.CODE))).isEqualTo("admitted");
      first.forget();
      second.forget();
      var reply = station.embed("short", House.DENSE);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("context_length_exceeded");
      assertThat(reply.message()).contains("too large to process");
      assertThat(second.texts()).isEmpty();
      assertThat(House.verdict(station.gate("emb", TableName.CODE))).isEqualTo("admitted");
      assertThat(station.embed("short").status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("B7: a chat engine that loads rests until it is up; no caller has to find out")
  void restsUntilItIsUp() throws IOException {
    try (var first = llama();
        var second = llama();
        var station = Station.start(folder.resolve("home"), talk(first, second))) {
      House.await(() -> hello(station).equals("a"), "the state of the first engine");
      first.loading = true;
      int served = first.chats.get();
      for (int i = 0; i < 3; i++) {
        assertThat(hello(station)).isEqualTo("b");
      }
      assertThat(first.chats).hasValue(served + 3);
      for (int looks = 1; looks <= 12; looks++) {
        int wanted = looks;
        House.await(
            () -> {
              station.time().advance(Duration.ofMillis(500));
              return first.looks.get() >= wanted;
            },
            "a look at its health");
        assertThat(hello(station)).isEqualTo("b");
      }
      assertThat(first.chats).hasValue(served + 3);

      first.loading = false;
      House.await(
          () -> {
            station.time().advance(Duration.ofSeconds(1));
            return hello(station).equals("a");
          },
          "the first engine again");
      assertThat(first.chats).hasValue(served + 4);
    }
  }

  private static String hello(Station station) {
    var answer =
        station.post(
            "/v1/chat/completions",
            "{\"model\":\"talk\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");
    return answer.header("x-interlock-served-by");
  }

  private static String talk(LlamaCppStandIn first, LlamaCppStandIn second) {
    return """
    hosts:
      one: {url: "%s", dialect: llamacpp}
      two: {url: "%s", dialect: llamacpp}
    routes:
      a: {host: one, model: all-minilm-l6-v2}
      b: {host: two, model: all-minilm-l6-v2}
    profiles:
      talk: {kind: generate, tiers: [{routes: [a]}, {routes: [b]}]}
    """
        .formatted(first.url(), second.url());
  }

  private static String two(LlamaCppStandIn first, LlamaCppStandIn second) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp}
      box2: {url: "%s/v1", dialect: llamacpp}
    routes:
      emb: {host: box, model: whatever}
      emb2: {host: box2, model: whatever}
    roles:
      code-embedding: {routes: [emb, emb2]}
      text-embedding: {routes: [emb, emb2]}
    """
        .formatted(first.url(), second.url());
  }

  @Test
  @DisplayName("B8: one over-long text of a job costs only itself, though it fails its whole batch")
  void overlongTextCostsOnlyItself() throws IOException {
    var root = House.notes(folder.resolve("root"));
    Files.writeString(root.resolve("dense.md"), House.DENSE + "\n");
    try (var llama = llama();
        var station =
            Station.start(folder.resolve("home"), House.yaml("llamacpp", llama.url(), ROUTE))) {
      House.row(station);
      var job = station.indexed(root);
      assertThat(job.path("state").asString()).isEqualTo("completed_with_failures");
      assertThat(job.path("stored").asInt()).isEqualTo(3);
      assertThat(job.path("failed").asInt()).isEqualTo(1);
      assertThat(House.verdict(House.row(station))).isEqualTo("admitted");
    }
  }

  @Test
  @DisplayName("A3: while it loads its model the route waits, and is asked again by itself")
  void loadingIsWaitedFor() throws IOException {
    try (var llama = llama()) {
      llama.loading = true;
      try (var station =
          Station.start(folder.resolve("home"), House.yaml("llamacpp", llama.url(), ROUTE))) {
        var row = House.row(station);
        assertThat(House.verdict(row)).isEqualTo("probe_failed");
        assertThat(House.reason(row)).contains("503").contains("Loading model");
        assertThat(llama.texts()).isEmpty();
        llama.loading = false;
        station.time().advance(Duration.ofSeconds(30));
        House.awaitVerdict(station, "admitted");
      }
    }
  }

  @Test
  @DisplayName("B7: another file behind the same address is measured again")
  void otherFileIsMeasured() throws IOException {
    try (var llama = llama();
        var station =
            Station.start(folder.resolve("home"), House.yaml("llamacpp", llama.url(), ROUTE))) {
      House.row(station);
      assertThat(station.embed("a").status()).isEqualTo(200);
      llama.forget();
      llama.path = "/models/other.gguf";
      station.time().advance(Duration.ofMinutes(10));
      House.await(() -> llama.texts().size() >= 40, "forty probes");
      assertThat(House.awaitVerdict(station, "admitted").path("identity").asString())
          .isEqualTo("path:other.gguf");
    }
  }
}
