package dev.interlock.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.it.standin.Encoders.Build;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A text-embeddings-inference, spoken to in its own way.
final class TeiTest extends EngineTests {
  private static final String ROUTE = "model: all-MiniLM-L6-v2";

  private static TeiStandIn tei() throws IOException {
    return new TeiStandIn(encoders());
  }

  private Station station(TeiStandIn tei) throws IOException {
    return Station.start(folder.resolve("home"), House.yaml("tei", tei.url(), ROUTE));
  }

  @Test
  @DisplayName("A3, B7: a folder is indexed and searched; sha and limits are the server's own")
  void serves() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("admitted");
      assertThat(row.path("identity").asString()).isEqualTo("sha:c9745ed1d9f2");
      assertThat(row.path("engineVersion").asString()).isEqualTo("1.9.0");
      var job = station.indexed(House.notes(folder.resolve("root")));
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(3);
      var search = station.search("when does the boat depart", "vector");
      assertThat(search.json().path("hits").path(0).path("path").asString()).isEqualTo("ferry.md");
      assertThat(tei.bodies())
          .allSatisfy(body -> assertThat(body.path("truncate").asBoolean(true)).isFalse());
    }
  }

  @Test
  @DisplayName("A3: no call holds more texts than the server says that it takes")
  void batchCapIsTheServersOwn() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      House.row(station);
      var texts = IntStream.range(0, 20).mapToObj(i -> "text " + i).toArray(String[]::new);
      assertThat(station.embed(texts).status()).isEqualTo(200);
      assertThat(tei.batches()).allSatisfy(b -> assertThat(b).hasSizeLessThanOrEqualTo(8));
      assertThat(tei.batches()).anySatisfy(b -> assertThat(b).hasSize(TeiStandIn.BATCH));
    }
  }

  @Test
  @DisplayName("A3: a file that allows more than the server takes is corrected by its refusals")
  void overfullBatchIsHalved() throws IOException {
    try (var tei = tei();
        var station =
            Station.start(
                folder.resolve("home"), House.yaml("tei", tei.url(), ROUTE + ", maxBatch: 32"))) {
      assertThat(House.verdict(House.row(station))).isEqualTo("admitted");
      tei.forget();
      var texts = IntStream.range(0, 20).mapToObj(i -> "text " + i).toArray(String[]::new);
      assertThat(station.embed(texts).status()).isEqualTo(200);
      assertThat(tei.batches()).allSatisfy(b -> assertThat(b).hasSizeLessThanOrEqualTo(8));
    }
  }

  @Test
  @DisplayName("A3: where characters leave a doubt the server's own tokenizer decides")
  void doubtfulTextIsCounted() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      House.row(station);
      tei.forget();
      assertThat(station.embed(House.DOUBTFUL).status()).isEqualTo(200);
      assertThat(tei.counted()).containsExactly(House.DOUBTFUL);
      assertThat(tei.texts()).containsExactly(House.DOUBTFUL);

      tei.forget();
      var rare = "antidisestablishmentarianism ".repeat(40);
      var reply = station.embed("short", rare);
      assertThat(reply.code()).isEqualTo("context_length_exceeded");
      assertThat(reply.json().path("error").path("param").asString()).isEqualTo("input[1]");
      assertThat(tei.counted()).containsExactly(rare);
      assertThat(tei.texts()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {413, 422})
  @DisplayName("A3: its refusal of an over-long text is 400, in old releases and in new ones")
  void overlongIsRefused(int status) throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      tei.refusal = status;
      House.row(station);
      var reply = station.embed("short", House.DENSE);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("context_length_exceeded");
      assertThat(reply.message()).contains("must have less than 128 tokens");
      assertThat(House.verdict(House.row(station))).isEqualTo("admitted");
    }
  }

  @Test
  @DisplayName("A3: a server without a free permit is busy, not broken")
  void overloadIsBusy() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      House.row(station);
      tei.overloaded = true;
      var reply = station.embed("a");
      assertThat(reply.status()).isEqualTo(429);
      assertThat(reply.code()).isEqualTo("upstream_rate_limited");
      tei.overloaded = false;
      assertThat(station.embed("a").status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("B7: a new release is measured again before it serves; another build is refused")
  void newReleaseIsMeasured() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      House.row(station);
      assertThat(station.embed("a").status()).isEqualTo(200);
      tei.version = "1.10.0";
      tei.build = Build.FULL;
      station.time().advance(Duration.ofMinutes(10));
      var row = House.awaitVerdict(station, "refused");
      assertThat(House.reason(row)).contains("its version was 1.9.0 and is 1.10.0");
      assertThat(station.embed("b").status()).isEqualTo(503);
      assertThat(tei.texts()).doesNotContain("b");
    }
  }

  @Test
  @DisplayName("A3: a server of another kind behind the word tei is told as that")
  void wrongDialectIsTold() throws IOException {
    try (var llama = new LlamaCppStandIn(encoders());
        var station =
            Station.start(folder.resolve("home"), House.yaml("tei", llama.url(), ROUTE))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("probe_failed");
      assertThat(House.reason(row)).contains("/info answered 404").contains("dialect");
      assertThat(llama.texts()).isEqualTo(List.of());
    }
  }
}
