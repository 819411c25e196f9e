package dev.interlock.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.it.standin.Encoders.Build;
import dev.interlock.runtime.engine.StateBook;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// An Ollama, spoken to in its own way.
final class OllamaTest extends EngineTests {
  private static final String ROUTE = "model: \"" + OllamaStandIn.MODEL + "\"";
  private static final String OTHER = "ff".repeat(32);

  private static OllamaStandIn ollama() throws IOException {
    return new OllamaStandIn(encoders());
  }

  private Station station(OllamaStandIn ollama, String policy) throws IOException {
    return Station.start(folder.resolve("home"), House.yaml("ollama", ollama.url(), ROUTE, policy));
  }

  @Test
  @DisplayName("A3, B7: a folder is indexed and searched; the digest is read and kept")
  void serves() throws IOException {
    try (var ollama = ollama();
        var station =
            Station.start(
                folder.resolve("home"), House.yaml("ollama", ollama.url() + "/v1", ROUTE))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("admitted");
      assertThat(row.path("dialect").asString()).isEqualTo("ollama");
      assertThat(row.path("identity").asString()).isEqualTo("digest:1b226e2802db");
      assertThat(row.path("engineVersion").asString()).isEqualTo("0.12.3");
      assertThat(
              station
                  .running()
                  .gatekeeper()
                  .space(TableName.DOCS)
                  .map(s -> s.encoder())
                  .flatMap(EncoderIdentity::revision))
          .contains("digest:" + ollama.digest);

      var job = station.indexed(House.notes(folder.resolve("root")));
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(3);
      var search = station.search("when does the boat depart", "vector");
      assertThat(search.json().path("hits").path(0).path("path").asString()).isEqualTo("ferry.md");

      assertThat(ollama.bodies())
          .allSatisfy(
              body -> {
                assertThat(body.path("truncate").asBoolean(true)).isFalse();
                assertThat(body.has("keep_alive")).isFalse();
              });
    }
  }

  @Test
  @DisplayName("A3: what is too long for Ollama is 400, is never cut and trips nothing")
  void overlongIsRefused() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama, "local")) {
      House.row(station);
      ollama.forget();
      var certain = station.embed(House.words(200));
      assertThat(certain.code()).isEqualTo("context_length_exceeded");
      assertThat(ollama.texts()).isEmpty();

      var dense = station.embed("short", House.DENSE);
      assertThat(dense.status()).isEqualTo(400);
      assertThat(dense.code()).isEqualTo("context_length_exceeded");
      assertThat(dense.message()).contains("exceeds the context length");
      assertThat(House.verdict(House.row(station))).isEqualTo("admitted");
      assertThat(station.embed("short").status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("A3: a model that is not pulled is told by name, and nothing is sent")
  void missingModelIsTold() throws IOException {
    try (var ollama = ollama();
        var station =
            Station.start(
                folder.resolve("home"), House.yaml("ollama", ollama.url(), "model: bge-m3"))) {
      var row = House.row(station);
      assertThat(House.verdict(row)).isEqualTo("probe_failed");
      assertThat(House.reason(row)).contains("no model bge-m3").contains("ollama pull bge-m3");
      assertThat(station.embed("a").status()).isEqualTo(503);
      assertThat(ollama.texts()).isEmpty();
    }
  }

  @Test
  @DisplayName("B7, A5: under a new digest all 40 probes go out again; the same model is admitted")
  void newDigestIsProbedAgain() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama, "local")) {
      House.row(station);
      assertThat(station.embed("a").status()).isEqualTo(200);
      ollama.forget();
      ollama.digest = OTHER;
      station.time().advance(Duration.ofMinutes(10));
      House.await(() -> ollama.texts().size() >= 40, "forty probes");
      var row = House.awaitVerdict(station, "admitted");
      assertThat(row.path("identity").asString()).isEqualTo("digest:" + OTHER.substring(0, 12));
    }
  }

  @Test
  @DisplayName("B7, A3: another build under a new digest is refused, and the reason names both")
  void otherBuildIsRefused() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama, "local")) {
      House.row(station);
      assertThat(station.embed("a").status()).isEqualTo(200);
      ollama.build = Build.FULL;
      ollama.digest = OTHER;
      station.time().advance(Duration.ofMinutes(10));
      var row = House.awaitVerdict(station, "refused");
      assertThat(House.reason(row))
          .contains("its model was digest:1b226e2802db and is digest:ffffffffffff")
          .contains("0.99");
      assertThat(station.embed("b").status()).isEqualTo(503);
      assertThat(ollama.texts()).doesNotContain("b");
    }
  }

  @Test
  @DisplayName("A2: a model that its host passes on is a cloud route, which local never uses")
  void remoteModelIsExcludedUnderLocal() throws IOException {
    try (var ollama = ollama()) {
      ollama.remoteHost = Optional.of("https://ollama.com:443");
      try (var station = station(ollama, "local")) {
        var row = House.row(station);
        assertThat(House.verdict(row)).isEqualTo("excluded");
        assertThat(House.reason(row))
            .contains("https://ollama.com:443")
            .contains("policy local lets no cloud route serve");
        var reply = station.embed("a secret");
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.message()).contains("ollama.com");
        assertThat(ollama.texts()).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("A7: a model that its host passes on is refused without a pin, whatever the policy")
  void remoteModelNeedsAPin() throws IOException {
    try (var ollama = ollama()) {
      ollama.remoteHost = Optional.of("https://ollama.com:443");
      try (var station = station(ollama, "aggregate")) {
        var row = House.awaitVerdict(station, "refused");
        assertThat(row.path("rule").asString()).isEqualTo("pin");
        assertThat(House.reason(row)).contains("ollama.com").contains("give it a pin");
        assertThat(ollama.texts()).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("A2: a model that begins to be passed on is excluded before its next probe")
  void modelThatMovesAwayIsExcluded() throws IOException {
    try (var ollama = ollama();
        var station = station(ollama, "local")) {
      House.row(station);
      assertThat(station.embed("a").status()).isEqualTo(200);
      ollama.forget();
      ollama.remoteHost = Optional.of("https://ollama.com:443");
      station.time().advance(Duration.ofMinutes(10));
      House.awaitVerdict(station, "excluded");
      assertThat(station.embed("b").status()).isEqualTo(503);
      assertThat(ollama.texts()).isEmpty();
    }
  }

  private static final String HELLO =
      "{\"model\":\"talk\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

  private static String talk(OllamaStandIn ollama) {
    return """
    hosts:
      box: {url: "%s", dialect: ollama}
    routes:
      say: {host: box, model: "%s"}
    profiles:
      talk: {kind: generate, tiers: [{routes: [say]}]}
    """
        .formatted(ollama.url(), OllamaStandIn.MODEL);
  }

  @Test
  @DisplayName("A2, B7: a chat is checked by the digest, and not asked for once it is passed on")
  void chatsByState() throws IOException {
    try (var ollama = ollama();
        var station = Station.start(folder.resolve("home"), talk(ollama))) {
      House.await(
          () -> station.post("/v1/chat/completions", HELLO).status() == 200, "a chat by its state");
      var answer = station.post("/v1/chat/completions", HELLO);
      assertThat(answer.header("x-interlock-check")).isEqualTo("state");
      assertThat(answer.header("x-interlock-served-model")).isEqualTo(OllamaStandIn.MODEL);

      ollama.remoteHost = Optional.of("https://vendor.example");
      station.time().advance(StateBook.REFRESH);
      House.await(
          () -> station.post("/v1/chat/completions", HELLO).status() == 503, "it is excluded");
      int asked = ollama.chats.get();
      var refused = station.post("/v1/chat/completions", HELLO);

      assertThat(refused.code()).isEqualTo("no_route");
      assertThat(refused.message()).contains("passes the model on to", "vendor.example");
      assertThat(ollama.chats).hasValue(asked);
    }
  }

  @Test
  @DisplayName("A2: a model that was passed on from the first is never asked for a chat")
  void passedOnFromTheFirst() throws IOException {
    try (var ollama = ollama()) {
      ollama.remoteHost = Optional.of("https://vendor.example");
      try (var station = Station.start(folder.resolve("home"), talk(ollama))) {
        House.await(
            () ->
                station
                    .post("/v1/chat/completions", HELLO)
                    .message()
                    .contains("passes the model on"),
            "the reason");
        assertThat(ollama.chats).hasValue(0);
      }
    }
  }
}
