package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.profile.Fault;
import dev.interlock.testkit.ManualTime;
import dev.interlock.wire.chat.UpstreamRefusal;
import dev.interlock.wire.openrouter.Catalogue;
import dev.interlock.wire.openrouter.Credits;
import dev.interlock.wire.openrouter.Generation;
import dev.interlock.wire.openrouter.KeyInfo;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The account: key, credits, catalogue, generations, and what happens when the money ends.
final class CloudAccountTest extends StandInTests {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  @Test
  void aKeyWithoutALimitAndWithoutARateIsRead() {
    var key = KeyInfo.decode(get(cloud().api() + "/key").body()).orElseThrow();

    assertThat(key.limit()).isEmpty();
    assertThat(key.requestsPerMinute()).isEmpty();
    assertThat(key.freeTier()).isFalse();
  }

  @Test
  void creditsAreForManagementKeysUnlessOpened() {
    var refused = get(cloud().api() + "/credits");
    cloud().set("money", "{\"credits\": \"open\", \"balanceUsd\": \"1.25\"}");
    var open = get(cloud().api() + "/credits");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(Credits.decode(open.body()).orElseThrow().balance())
        .isEqualTo(NanoUsd.parse("1.25").orElseThrow());
  }

  @Test
  void theCatalogueHidesEmbeddingModelsUnlessAskedForThem() {
    var byDefault = prices("/models");
    var embedding = prices("/embeddings/models");
    var all = prices("/models?output_modalities=all");

    assertThat(byDefault).containsKey("shore/parrot").doesNotContainKey(MINILM);
    assertThat(byDefault).as("a router has no price").doesNotContainKey("shore/auto");
    assertThat(embedding).containsKeys(MINILM, MINILM + "-20260301");
    assertThat(all).containsKeys("shore/parrot", MINILM, "shore/scales");
    assertThat(embedding)
        .hasEntrySatisfying(
            MINILM, p -> assertThat(p.prompt()).isEqualTo(NanoUsd.parse("0.02").orElseThrow()));
  }

  private Map<String, Price> prices(String path) {
    return Catalogue.decode(get(cloud().api() + path).body(), TODAY).orElseThrow();
  }

  @Test
  void endpointsTellThePins() {
    var data = get(cloud().api() + "/models/" + MINILM + "/endpoints").json().path("data");

    assertThat(data.path("endpoints").valueStream().map(e -> e.path("tag").asString()))
        .containsExactly("harbour/fp32", "quay/fp32", "lantern/int8");
  }

  @Test
  void aGenerationIsKnownOnlyAfterAWhile() {
    var id = embed("lantern", "a boat").json().path("id").asString();
    var early = get(cloud().api() + "/generation?id=" + id);
    time.advance(Duration.ofSeconds(1));
    var late = get(cloud().api() + "/generation?id=" + id);

    assertThat(early.status()).isEqualTo(404);
    assertThat(late.json().path("data").path("provider_name").asString()).isEqualTo("Lantern");
    assertThat(Generation.decode(late.body()).map(Generation::cost))
        .hasValue(new NanoUsd(cloud().billedNanoUsd()));
  }

  @Test
  void withoutAKeyNothingIsServed() {
    var reply = ended(begun(HttpRequest.newBuilder(URI.create(cloud().api() + "/key"))));

    assertThat(reply.status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "exhausted, 402, payment_required",
    "in_flight, 402, in_flight_budget_exhausted",
    "weight, 402, weight_exceeds_budget",
    "too_dear, 402, payment_required",
    "key_cap, 403, permission_denied",
  })
  void theKindsOfNoMoney(String kind, int status, String type) {
    cloud().set("money", Json.text(Json.of("refuse", kind, "retryAfter", "2")));

    var reply = embed("harbour", "a");

    assertThat(reply.status()).isEqualTo(status);
    assertThat(error(reply).path("metadata").path("error_type").asString()).isEqualTo(type);
    assertThat(reply.header("retry-after")).isEqualTo("2");
    assertThat(UpstreamRefusal.of(reply.status(), reply.body()).fault())
        .isEqualTo(status == 402 ? Fault.OUT_OF_CREDIT : Fault.DENIED);
    assertThat(cloud().billedNanoUsd()).isZero();
    assertThat(get(cloud().api() + "/key").status()).isEqualTo(200);
  }

  @Test
  void aBalanceRunsOut() {
    cloud().set("money", "{\"balanceUsd\": \"0.000001\"}");
    cloud().set("prices", "{\"%s\": {\"request\": \"0.000001\", \"prompt\": 0}}".formatted(MINILM));

    assertThat(embed("harbour", "a").status()).isEqualTo(200);
    assertThat(embed("harbour", "a").status()).isEqualTo(402);
    assertThat(cloud().billedNanoUsd()).isEqualTo(1_000);
  }

  @Test
  void aCallThatMightCostMoreThanIsThereSaysWhatCanBePaid() {
    cloud().set("money", "{\"balanceUsd\": \"0.00015\"}");

    var open = post("/chat/completions", chat("harbour", "3 boats"));
    var capped = post("/chat/completions", chat("harbour", "3 boats", "max_tokens", 20));

    assertThat(open.status()).isEqualTo(402);
    assertThat(error(open).path("message").asString()).endsWith("can only afford 100");
    assertThat(capped.status()).isEqualTo(200);
  }

  @Test
  void aKeysCapEndsWhenItIsReset() {
    cloud().set("money", "{\"keyLimitUsd\": \"0.000001\", \"resetsInSeconds\": 3600}");
    cloud().set("prices", "{\"%s\": {\"request\": \"0.000001\", \"prompt\": 0}}".formatted(MINILM));

    var first = embed("harbour", "a");
    var capped = embed("harbour", "a");
    var key = KeyInfo.decode(get(cloud().api() + "/key").body()).orElseThrow();
    time.advance(Duration.ofHours(1));

    assertThat(first.status()).isEqualTo(200);
    assertThat(capped.status()).isEqualTo(403);
    assertThat(error(capped).path("metadata").path("resets_at").asString())
        .isEqualTo(ManualTime.START.plusSeconds(3600).toString());
    assertThat(key.left()).isEqualTo(Optional.of(NanoUsd.ZERO));
    assertThat(embed("harbour", "a").status()).isEqualTo(200);
  }

  private static JsonNode error(Reply reply) {
    return reply.json().path("error");
  }
}
