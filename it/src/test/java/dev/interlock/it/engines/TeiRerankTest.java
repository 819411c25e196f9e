package dev.interlock.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.it.cases.Plans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A text-embeddings-inference that reranks, behind a profile.
final class TeiRerankTest extends EngineTests {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String QUERY = "when does the boat depart";
  private static final String FERRY = "The ferry leaves at seven.";

  private static TeiStandIn tei() throws IOException {
    return new TeiStandIn(encoders());
  }

  private Station station(TeiStandIn tei, String route) throws IOException {
    return Station.start(
        folder.resolve("home"),
        """
        hosts:
          box: {url: "%s", dialect: tei}
        routes:
          ranker: {host: box, %s}
        profiles:
          best: {kind: rerank, attempts: 1, tiers: [{routes: [ranker]}]}
        """
            .formatted(tei.url(), route));
  }

  private Station station(TeiStandIn tei) throws IOException {
    return station(tei, "model: all-MiniLM-L6-v2");
  }

  private static Station.Reply rank(Station station, List<String> documents) {
    var body = Map.of("model", "best", "query", QUERY, "documents", documents);
    return station.post("/v1/rerank", JSON.writeValueAsString(body));
  }

  private static List<Integer> indexes(JsonNode answer) {
    return answer.path("results").valueStream().map(r -> r.path("index").asInt()).toList();
  }

  @Test
  @DisplayName("B1, B7: the right document wins; sha is the proof, and nothing may be cut")
  void serves() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      Plans.awaitCheck(station, "best", "state");
      var reply =
          rank(station, List.of("Knead the dough for ten minutes.", FERRY, "The moon rises."));
      assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
      assertThat(indexes(reply.json())).hasSize(3).startsWith(1);
      assertThat(reply.json().path("model").asString()).isEqualTo("all-MiniLM-L6-v2");
      assertThat(reply.json().has("usage")).isFalse();
      assertThat(reply.header("x-interlock-check")).isEqualTo("state");
      assertThat(reply.header("x-interlock-served-model")).isEqualTo("all-MiniLM-L6-v2");
      assertThat(tei.bodies())
          .singleElement()
          .satisfies(body -> assertThat(body.path("truncate").asBoolean(true)).isFalse());
    }
  }

  @Test
  @DisplayName("B7: more documents than the server takes at once rank as if it took them all")
  void batches() throws IOException {
    try (var tei = tei();
        var station = station(tei, "model: all-MiniLM-L6-v2, maxBatch: 30")) {
      Plans.awaitCheck(station, "best", "state");
      var documents =
          new ArrayList<>(
              IntStream.range(0, 20).mapToObj("Knead dough number %d."::formatted).toList());
      documents.set(17, FERRY);
      var reply = rank(station, documents);
      assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
      assertThat(indexes(reply.json())).hasSize(20).doesNotHaveDuplicates().startsWith(17);
      assertThat(tei.batches()).extracting(List::size).containsExactly(8, 8, 4);
      assertThat(tei.texts()).isEqualTo(documents);
      assertThat(reply.header("x-interlock-attempts")).isEqualTo("3");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {413, 422})
  @DisplayName("B7: a document longer than the model reads is the caller's 400, and never cut")
  void overlong(int status) throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      Plans.awaitCheck(station, "best", "state");
      tei.refusal = status;
      var reply = rank(station, List.of(FERRY, House.DENSE));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("context_length_exceeded");
      assertThat(reply.message()).contains("must have less than 128 tokens");
    }
  }

  @Test
  @DisplayName("B7: a server that has another model than its route promises is never asked")
  void otherModel() throws IOException {
    try (var tei = tei()) {
      tei.model = "BAAI/bge-reranker-base";
      try (var station = station(tei)) {
        Plans.await(station, "best", plan -> !plan.path("excluded").isEmpty());
        var reply = rank(station, List.of(FERRY));
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("no_route");
        assertThat(reply.message()).contains("promises all-MiniLM-L6-v2", "BAAI/bge-reranker-base");
        assertThat(tei.texts()).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("a server without a free permit is busy, not broken")
  void overload() throws IOException {
    try (var tei = tei();
        var station = station(tei)) {
      Plans.awaitCheck(station, "best", "state");
      tei.overloaded = true;
      assertThat(rank(station, List.of(FERRY)).status()).isEqualTo(429);
      tei.overloaded = false;
      assertThat(rank(station, List.of(FERRY)).status()).isEqualTo(200);
    }
  }
}
