package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.profile.Fault;
import dev.interlock.testkit.ManualTime;
import dev.interlock.wire.chat.RetryAfter;
import dev.interlock.wire.chat.UpstreamRefusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The cloud's rate limits: storms, permits, a rate, and the many ways to say when to come back.
final class CloudLimitsTest extends StandInTests {
  @Test
  void aStormOfCallsEnds() {
    cloud().set("limits", "{\"storm\": {\"calls\": 2}, \"retryAfter\": \"3\"}");

    var first = embed("harbour", "a");

    assertThat(first.status()).isEqualTo(429);
    assertThat(first.header("retry-after")).isEqualTo("3");
    assertThat(UpstreamRefusal.of(429, first.body()).fault()).isEqualTo(Fault.BUSY);
    assertThat(embed("harbour", "a").status()).isEqualTo(429);
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
    assertThat(cloud().billedNanoUsd()).isPositive();
    assertThat(cloud().stats().path("served").path("texts").asInt()).isEqualTo(1);
  }

  @Test
  void aStormOfTimeEnds() {
    cloud().set("limits", "{\"storm\": {\"seconds\": 10}}");

    var struck = embed("harbour", "a");
    time.advance(Duration.ofSeconds(10));

    assertThat(struck.status()).isEqualTo(429);
    assertThat(struck.header("retry-after")).isEmpty();
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
  }

  @Test
  void moreCallsAtOnceThanPermitsAreRefused() {
    cloud().set("limits", "{\"permits\": 2}");
    cloud().set("speed", "{\"latencyMs\": 1000}");
    var held = new ArrayList<CompletableFuture<Reply>>();
    for (int i = 0; i < 2; i++) {
      held.add(posted("/embeddings", call("harbour", "a")));
    }
    await(() -> cloud().stats().path("served").path("texts").asInt() == 2, "two calls");

    var third = embed("harbour", "a");

    assertThat(third.status()).isEqualTo(429);
    await(
        () -> {
          time.advance(Duration.ofSeconds(1));
          return held.stream().allMatch(CompletableFuture::isDone);
        },
        "the two");
    assertThat(held).allSatisfy(reply -> assertThat(ended(reply).status()).isEqualTo(200));
  }

  @Test
  void moreStartsThanTheRateAreRefusedUntilTheMinuteHasPassed() {
    cloud().set("limits", "{\"rpm\": 2}");

    assertThat(embed("harbour", "a").status()).isEqualTo(200);
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
    assertThat(embed("harbour", "a").status()).isEqualTo(429);
    time.advance(Duration.ofMinutes(1));
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5",
    "0.5, 0.5",
    "10800, 10800",
    "date:5, 5",
    "date:-5, 0",
    "-5, ''",
    "120junk, ''",
    "'', ''",
    "'Wed, 99 Foo 2026', ''",
  })
  void retryAfterIsReadAsItWasMeant(String form, String seconds) {
    cloud().set("limits", Json.text(Json.of("storm", Json.of("calls", 1), "retryAfter", form)));

    var reply = embed("harbour", "a");

    assertThat(reply.response().headers().firstValue("retry-after")).isPresent();
    var wanted =
        seconds.isEmpty()
            ? Optional.<Duration>empty()
            : Optional.of(Duration.ofMillis((long) (Double.parseDouble(seconds) * 1_000)));
    assertThat(RetryAfter.parse(reply.header("retry-after"), reply.header("date")))
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rfc850:5 | retry-after | 'Thursday, 01-Jan-26 00:00:05 GMT'",
        "asctime:5 | retry-after | 'Thu Jan  1 00:00:05 2026'",
        "iso:5 | retry-after | 2026-01-01T00:00:05Z",
        "ms:1500 | retry-after-ms | 1500",
        "reset-ms:5 | x-ratelimit-reset | 1767225605000",
        "reset-s:-30 | x-ratelimit-reset | 1767225570",
      })
  void otherFormsStandWhereServersPutThem(String form, String header, String value) {
    cloud().set("limits", Json.text(Json.of("storm", Json.of("calls", 1), "retryAfter", form)));

    assertThat(embed("harbour", "a").header(header)).isEqualTo(value);
    assertThat(ManualTime.START.getEpochSecond()).isEqualTo(1_767_225_600);
  }

  @Test
  void someFormsStandInTheBody() {
    assertThat(struck("body:7").path("availability").path("retry_after").asInt()).isEqualTo(7);
    assertThat(
            struck("inner:7").path("metadata").path("headers").path("X-RateLimit-Reset").asLong())
        .isEqualTo(1_767_225_607_000L);
    assertThat(struck("prose:5.289").path("message").asString())
        .endsWith("Please try again in 5.289s.");
  }

  private JsonNode struck(String form) {
    cloud().set("limits", Json.text(Json.of("storm", Json.of("calls", 1), "retryAfter", form)));
    return embed("harbour", "a").json().path("error");
  }

  @Test
  void whatItSaysOfItsLimitsMayBeALie() {
    cloud()
        .set(
            "limits",
            """
            {"lies": {"x-ratelimit-limit": "100000", "x-ratelimit-remaining": "-1"},
             "keyRate": {"requests": 10, "interval": "10s"}}
            """);

    assertThat(embed("harbour", "a").header("x-ratelimit-limit")).isEqualTo("100000");
    var key = get(cloud().api() + "/key");
    assertThat(key.header("x-ratelimit-remaining")).isEqualTo("-1");
    assertThat(key.json().path("data").path("rate_limit").path("requests").asInt()).isEqualTo(10);
  }
}
