package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What the cloud counts is what was there: calls at once over all paths, starts a minute, texts by
/// provider, money to the billionth.
final class CloudCountsTest extends StandInTests {
  @Test
  @DisplayName("The peak counts calls at once over all paths, and none twice")
  void peakCountsAllPaths() {
    cloud().set("speed", "{\"latencyMs\": 1000}");
    cloud().set("faults", "{\"kind\": \"slow\", \"path\": \"/key\", \"seconds\": 1}");
    var calls = new ArrayList<CompletableFuture<Reply>>();
    for (int i = 0; i < 4; i++) {
      calls.add(posted("/embeddings", call("harbour", "text " + i)));
      calls.add(posted("/chat/completions", chat("quay", "hello")));
      calls.add(CompletableFuture.supplyAsync(() -> get(cloud().api() + "/key")));
    }
    await(() -> cloud().stats().path("inFlight").asInt() == 12, "12 calls");
    await(() -> moved(calls), "12 answers");

    for (int i = 0; i < 3; i++) {
      var next = posted("/chat/completions", chat("quay", "one after the other"));
      await(() -> moved(List.of(next)), "an answer");
    }
    assertThat(cloud().peakParallel()).isEqualTo(12);
    assertThat(cloud().stats().path("inFlight").asInt()).isZero();
  }

  /// Time moves as long as an answer is awaited: a call may reach its wait after any step.
  private boolean moved(List<CompletableFuture<Reply>> calls) {
    time.advance(Duration.ofSeconds(1));
    return calls.stream().allMatch(CompletableFuture::isDone);
  }

  @Test
  void aCallerWhoLeavesIsNoLongerCounted() throws Exception {
    cloud().set("faults", "{\"kind\": \"silence\", \"path\": \"/key\"}");
    var address = URI.create(cloud().url());
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket
          .getOutputStream()
          .write("GET /api/v1/key HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      await(() -> cloud().stats().path("inFlight").asInt() == 1, "the call");
    }
    await(() -> cloud().stats().path("inFlight").asInt() == 0, "its end");

    assertThat(cloud().stats().path("abandoned").asInt()).isEqualTo(1);
    assertThat(cloud().peakParallel()).isEqualTo(1);
  }

  @Test
  void startsAreThoseOfAnyMinute() {
    for (int i = 0; i < 3; i++) {
      embed("harbour", "a boat");
      time.advance(Duration.ofSeconds(25));
    }
    get(cloud().api() + "/credits");

    var starts = cloud().stats().path("startsPerMinute");
    assertThat(starts.path("now").asInt()).isEqualTo(3);
    assertThat(starts.path("peak").asInt()).isEqualTo(3);
    time.advance(Duration.ofMinutes(1));
    assertThat(cloud().stats().path("startsPerMinute").path("now").asInt()).isZero();
  }

  @Test
  @DisplayName("The bill is the sum of what each answer said that it cost")
  void billEqualsTheCostsTold() {
    var told = BigDecimal.ZERO;
    for (int i = 0; i < 5; i++) {
      told = told.add(cost(embed(i % 2 == 0 ? "harbour" : "quay", "a boat", "number " + i)));
      told = told.add(cost(post("/chat/completions", chat("harbour", 3 + i + " words"))));
    }
    var rerank =
        Json.of("model", "shore/scales", "query", "boat", "documents", new String[] {"a", "b"});
    told = told.add(cost(post("/rerank", rerank)));

    assertThat(told).isPositive();
    assertThat(BigDecimal.valueOf(cloud().billedNanoUsd(), 9)).isEqualByComparingTo(told);
    var bill = get(cloud().url() + "/_bill").json();
    assertThat(bill.path("calls")).hasSize(11);
    assertThat(bill.path("calls").valueStream().mapToLong(c -> c.path("nanoUsd").asLong()).sum())
        .isEqualTo(cloud().billedNanoUsd());
  }

  private static BigDecimal cost(Reply reply) {
    assertThat(reply.status()).isEqualTo(200);
    return reply.json().path("usage").path("cost").decimalValue();
  }

  @Test
  void aFreeModelCostsNothing() {
    var body = chat("harbour", "hello");
    body.put("model", "shore/parrot:free");

    assertThat(cost(post("/chat/completions", body))).isZero();
    assertThat(cloud().billedNanoUsd()).isZero();
  }

  @Test
  void textsAreCountedByWhoServed() {
    embed("harbour", "a", "b", "c");
    embed("lantern", "a");

    var by = cloud().stats().path("served").path("textsByProvider");
    assertThat(by.path("harbour").asInt()).isEqualTo(3);
    assertThat(by.path("lantern").asInt()).isEqualTo(1);
  }

  @Test
  void aRateIsSharedByAllCallsOfAProvider() {
    cloud().set("speed", "{\"provider\": \"harbour\", \"textsPerSecond\": 2}");
    var first = posted("/embeddings", call("harbour", "a", "b"));
    await(() -> cloud().stats().path("served").path("texts").asInt() == 2, "the first call");
    var second = posted("/embeddings", call("harbour", "c", "d"));
    await(() -> cloud().stats().path("served").path("texts").asInt() == 4, "the second call");

    await(() -> moved(List.of(first, second)), "both");
    assertThat(time.elapsed()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  @DisplayName("What was asked for is kept, the pin included, and who got it")
  void callsAreKept() {
    embed("harbour", "a", "b");
    cloud().set("limits", "{\"storm\": {\"calls\": 1}}");
    embed("quay", "a");

    assertThat(cloud().calls()).hasSize(2);
    var first = cloud().calls().getFirst();
    assertThat(first.path("by").asString()).isEqualTo("harbour");
    assertThat(first.path("texts").asInt()).isEqualTo(2);
    assertThat(first.path("provider").path("only")).isEqualTo(Json.tree("[\"harbour\"]"));
    assertThat(first.path("provider").path("allow_fallbacks").asBoolean(true)).isFalse();
    assertThat(cloud().calls().getLast().path("by").asString()).isEqualTo("throttled");
    cloud().set("forget", "{}");
    assertThat(cloud().calls()).isEmpty();
  }
}
