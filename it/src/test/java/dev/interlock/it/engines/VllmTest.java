package dev.interlock.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A vLLM, spoken to in its own way.
final class VllmTest extends EngineTests {
  private static final String ROUTE = "model: " + VllmStandIn.MODEL;

  private static VllmStandIn vllm() throws IOException {
    return new VllmStandIn(encoders());
  }

  @Test
  @DisplayName("A3, B7: a folder is indexed and searched; the checkpoint is read and shown")
  void serves() throws IOException {
    try (var vllm = vllm();
        var station =
            Station.start(folder.resolve("home"), House.yaml("vllm", vllm.url(), ROUTE))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("admitted");
      assertThat(row.path("identity").asString()).isEqualTo("path:all-MiniLM-L6-v2");
      assertThat(row.path("engineVersion").asString()).isEqualTo("0.11.0");
      var job = station.indexed(House.notes(folder.resolve("root")));
      assertThat(job.path("stored").asInt()).isEqualTo(3);
      var search = station.search("when does the boat depart", "vector");
      assertThat(search.json().path("hits").path(0).path("path").asString()).isEqualTo("ferry.md");
    }
  }

  @Test
  @DisplayName("A3: its 400 for an over-long text is 400, and its tokenizer decides in doubt")
  void overlongIsRefused() throws IOException {
    try (var vllm = vllm();
        var station =
            Station.start(folder.resolve("home"), House.yaml("vllm", vllm.url() + "/v1/", ROUTE))) {
      House.row(station);
      vllm.forget();
      assertThat(station.embed(House.DOUBTFUL).status()).isEqualTo(200);
      assertThat(vllm.counted()).containsExactly(House.DOUBTFUL);
      var reply = station.embed("short", House.DENSE);
      assertThat(reply.code()).isEqualTo("context_length_exceeded");
      assertThat(reply.message()).contains("maximum context length is 128 tokens");
      assertThat(House.verdict(House.row(station))).isEqualTo("admitted");
    }
  }

  @Test
  @DisplayName("A3: a name that it does not serve is told together with those that it does")
  void wrongNameIsTold() throws IOException {
    try (var vllm = vllm();
        var station =
            Station.start(
                folder.resolve("home"), House.yaml("vllm", vllm.url(), "model: e5-small"))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("probe_failed");
      assertThat(House.reason(row)).contains("no model e5-small, but minilm");
      assertThat(vllm.texts()).isEmpty();
    }
  }

  @Test
  @DisplayName("A3: a limit of the file that the server does not keep is told, not obeyed")
  void limitBeyondTheServersIsTold() throws IOException {
    try (var vllm = vllm();
        var station =
            Station.start(
                folder.resolve("home"),
                House.yaml("vllm", vllm.url(), ROUTE + ", maxTokens: 400"))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("probe_failed");
      assertThat(House.reason(row)).contains("maximum context length is 128 tokens");
    }
  }

  @Test
  @DisplayName("B7: another checkpoint behind the same name is measured again")
  void otherCheckpointIsMeasured() throws IOException {
    try (var vllm = vllm();
        var station =
            Station.start(folder.resolve("home"), House.yaml("vllm", vllm.url(), ROUTE))) {
      House.row(station);
      assertThat(station.embed("a").status()).isEqualTo(200);
      vllm.forget();
      vllm.root = "/models/minilm-copy";
      station.time().advance(Duration.ofMinutes(10));
      House.await(() -> vllm.texts().size() >= 40, "forty probes");
      var row = House.awaitVerdict(station, "admitted");
      assertThat(row.path("identity").asString()).isEqualTo("path:minilm-copy");
    }
  }
}
