package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.wire.chat.UpstreamRefusal;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What can be made to go wrong.
final class CloudFaultsTest extends StandInTests {
  @ParameterizedTest
  @CsvSource({
    "unauthorized, 401, DENIED",
    "server, 500, ERROR",
    "broken, 502, ERROR",
    "unavailable, 503, UNAVAILABLE",
    "throttled, 429, BUSY",
    "gone, 404, DENIED",
    "html, 503, UNAVAILABLE",
  })
  void refusalsAreReadByOurReader(
      String kind, int status, dev.interlock.core.profile.Fault meaning) {
    cloud().set("faults", "{\"kind\": \"%s\", \"calls\": 1}".formatted(kind));

    var reply = embed("harbour", "a");

    assertThat(reply.status()).isEqualTo(status);
    assertThat(UpstreamRefusal.of(status, reply.body()).fault()).isEqualTo(meaning);
    assertThat(cloud().billedNanoUsd()).isZero();
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
  }

  @Test
  void aRefusedKeyIsQuoted() {
    cloud().set("faults", "{\"kind\": \"unauthorized\"}");

    assertThat(new String(embed("harbour", "a").body(), StandardCharsets.UTF_8)).contains(KEY);
    cloud().set("faults", "{}");
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"cut, 1", "reset, 0"})
  void aConnectionBreaks(String kind, int billed) {
    cloud().set("faults", "{\"kind\": \"%s\", \"calls\": 1}".formatted(kind));

    assertThat(broke(posted("/embeddings", call("harbour", "a")))).isTrue();
    assertThat(get(cloud().url() + "/_bill").json().path("calls")).hasSize(billed);
    assertThat(cloud().stats().path("inFlight").asInt()).isZero();
  }

  @Test
  void aStreamIsCutAfterSoManyPieces() {
    cloud().set("faults", "{\"kind\": \"cut\", \"pieces\": 3}");

    assertThat(broke(posted("/chat/completions", chat("quay", "9 boats", "stream", true))))
        .isTrue();
    assertThat(cloud().billedNanoUsd()).as("this provider bills the whole").isPositive();
  }

  @Test
  void silenceLastsUntilTheCallerLeaves() {
    cloud().set("faults", "{\"kind\": \"silence\"}");

    var reply = posted("/embeddings", call("harbour", "a"));
    await(() -> cloud().stats().path("inFlight").asInt() == 1, "the call");
    time.advance(Duration.ofHours(1));

    assertThat(reply).isNotDone();
  }

  @Test
  void aSlowAnswerComesWhenItsTimeHasCome() {
    cloud().set("faults", "{\"kind\": \"slow\", \"seconds\": 20}");

    var reply = posted("/embeddings", call("harbour", "a"));
    await(() -> cloud().stats().path("served").path("texts").asInt() == 1, "the work");
    time.advance(Duration.ofSeconds(19));
    assertThat(reply).isNotDone();
    await(
        () -> {
          time.advance(Duration.ofSeconds(1));
          return reply.isDone();
        },
        "the answer");
    assertThat(ended(reply).status()).isEqualTo(200);
  }

  @Test
  void anErrorMayStandInsideA200() {
    cloud().set("faults", "{\"kind\": \"error_in_200\"}");

    var whole = embed("harbour", "a");
    var stream =
        new String(
            post("/chat/completions", chat("harbour", "9 boats", "stream", true)).body(),
            StandardCharsets.UTF_8);

    assertThat(whole.status()).isEqualTo(200);
    assertThat(EmbeddingsAnswer.decode(whole.body(), asked()))
        .isInstanceOf(EmbeddingsAnswer.Unusable.class);
    assertThat(stream).contains("\"finish_reason\":\"error\"").doesNotContain("[DONE]");
  }

  @Test
  void answersMayNameOthersOrHoldNothing() {
    cloud().set("faults", "{\"kind\": \"other_provider\", \"calls\": 1}");
    assertThat(embed("harbour", "a").json().path("provider").asString()).isEqualTo("Elsewhere");
    cloud().set("faults", "{\"kind\": \"other_model\", \"calls\": 1}");
    assertThat(embed("harbour", "a").json().path("model").asString()).isEqualTo("shore/another");
    cloud().set("faults", "{\"kind\": \"empty\", \"calls\": 2}");
    assertThat(embed("harbour", "a").json().path("data")).isEmpty();
    var choice = post("/chat/completions", chat("harbour", "hi")).json().path("choices").path(0);
    assertThat(choice.path("native_finish_reason").asString()).isEqualTo("network_error");
  }

  private static EmbeddingsAnswer.Asked asked() {
    return new EmbeddingsAnswer.Asked(1, OptionalInt.empty());
  }
}
