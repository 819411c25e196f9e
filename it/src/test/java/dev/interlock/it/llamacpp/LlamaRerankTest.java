package dev.interlock.it.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.it.cases.Plans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A real llama-server behind a profile that reranks. Its model is an encoder without a trained
/// head: the form of its scores can be relied on, never their sense.
@Tag("engines")
final class LlamaRerankTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> DOCUMENTS = List.of("a bear", "a stock index", "bamboo");

  @TempDir private Path folder = Path.of("");

  private Station station(LlamaServer engine) throws IOException {
    return Station.start(
        folder.resolve("home"),
        """
        hosts:
          box: {url: "%s", dialect: llamacpp}
        routes:
          ranker: {host: box, model: %s}
        profiles:
          best: {kind: rerank, attempts: 1, tiers: [{routes: [ranker]}]}
        """
            .formatted(engine.url(), LlamaServer.ENCODER));
  }

  private static Station.Reply rank(Station station, List<String> documents) {
    var body = Map.of("model", "best", "query", "a panda", "documents", documents);
    return station.post("/v1/rerank", JSON.writeValueAsString(body));
  }

  @Test
  @DisplayName("B1, B7: its scores come as it gives them, its file is the proof")
  void ranks() throws IOException {
    try (var engine = LlamaServer.embeddings("pooling_type=LLAMA_POOLING_TYPE_RANK");
        var station = station(engine)) {
      Plans.awaitCheck(station, "best", "state");
      var reply = rank(station, DOCUMENTS);
      var raw =
          engine
              .post(
                  "/v1/rerank",
                  JSON.writeValueAsString(Map.of("query", "a panda", "documents", DOCUMENTS)))
              .json()
              .path("results");
      assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
      assertThat(reply.json().path("results")).isEqualTo(raw);
      assertThat(reply.json().path("usage").path("prompt_tokens").asInt()).isPositive();
      assertThat(reply.json().path("model").asString()).isEqualTo(LlamaServer.ENCODER);
      assertThat(reply.header("x-interlock-check")).isEqualTo("state");
      assertThat(reply.header("x-interlock-served-by")).isEqualTo("ranker");

      var long1 = String.join(" ", Collections.nCopies(600, "panda"));
      var tooLong = rank(station, List.of("a bear", long1));
      assertThat(tooLong.status()).as(tooLong.response().body()).isEqualTo(400);
      assertThat(tooLong.code()).isEqualTo("context_length_exceeded");
    }
  }

  @Test
  @DisplayName("B7: one that was not started for reranking is told with what is missing")
  void notStartedForIt() throws IOException {
    try (var engine = LlamaServer.embeddings();
        var station = station(engine)) {
      Plans.awaitCheck(station, "best", "state");
      var reply = rank(station, DOCUMENTS);
      assertThat(reply.status()).isEqualTo(502);
      assertThat(reply.code()).isEqualTo("upstream_denied");
      assertThat(reply.message()).contains("501", "start llama-server with --reranking");
    }
  }
}
