package dev.interlock.wire.openrouter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Tokens;
import dev.interlock.wire.deepseek.Balance;
import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What providers tell of accounts and prices, as it was seen and as it was documented.
class AccountFormatsTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

  private static NanoUsd usd(String text) {
    return NanoUsd.parse(text).orElseThrow();
  }

  private static byte[] bytes(String json) {
    return json.getBytes(UTF_8);
  }

  @Test
  @DisplayName("A10: a key without a limit, with the deprecated rate of -1, is normal")
  void keyWithoutLimits() {
    assertThat(
            KeyInfo.decode(
                bytes(
                    """
                    {"data":{"label":"sk-or-v1-abc...","limit":null,"limit_remaining":null,
                     "usage":12.5,"is_free_tier":false,
                     "rate_limit":{"requests":-1,"interval":"10s","note":"deprecated"}}}
                    """)))
        .contains(
            new KeyInfo(
                Optional.of("sk-or-v1-abc..."),
                Optional.of(usd("12.5")),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                false));
  }

  @ParameterizedTest
  @CsvSource({"10,10s,60", "20,1m,20", "100,500ms,12000", "1,24h,0"})
  @DisplayName("A10: an older rate counts for a minute")
  void olderRates(int requests, String interval, int perMinute) {
    var body =
        "{\"usage\":1,\"rate_limit\":{\"requests\":%d,\"interval\":\"%s\"}}"
            .formatted(requests, interval);
    assertThat(KeyInfo.decode(bytes(body)).orElseThrow().requestsPerMinute()).hasValue(perMinute);
  }

  @Test
  @DisplayName("B5: what is left of a key's limit is read exactly, and is never below nothing")
  void keyLimits() {
    var some = "{\"data\":{\"limit\":20,\"limit_remaining\":1.2e-7,\"usage\":19.99}}";
    assertThat(KeyInfo.decode(bytes(some)).orElseThrow().left()).contains(new NanoUsd(120));
    var over = "{\"data\":{\"limit\":20,\"limit_remaining\":-0.02,\"is_free_tier\":true}}";
    assertThat(KeyInfo.decode(bytes(over)))
        .contains(
            new KeyInfo(
                Optional.empty(),
                Optional.empty(),
                Optional.of(usd("20")),
                Optional.of(NanoUsd.ZERO),
                OptionalInt.empty(),
                true));
  }

  @Test
  @DisplayName("B5: what a key used is read digit by digit, without what a vendor billed by itself")
  void usage() {
    var some = "{\"data\":{\"label\":\"k\",\"usage\":123456789.123456789,\"byok_usage\":5}}";
    assertThat(KeyInfo.decode(bytes(some)).orElseThrow().usage())
        .contains(new NanoUsd(123_456_789_123_456_789L));
  }

  @Test
  @DisplayName("B8: the balance is the difference, and nothing where it is below")
  void credits() {
    var body = "{\"data\":{\"total_credits\":%s,\"total_usage\":%s}}";
    assertThat(Credits.decode(bytes(body.formatted("30", "12.34"))).orElseThrow().balance())
        .isEqualTo(usd("17.66"));
    assertThat(Credits.decode(bytes(body.formatted("30", "31"))).orElseThrow().balance())
        .isEqualTo(NanoUsd.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>blocked</html>",
        "[]",
        "{}",
        "{\"data\":[]}",
        "{\"error\":{\"code\":403,\"message\":\"management key required\"}}"
      })
  @DisplayName("A10: an answer of another kind is none, and never an empty account")
  void otherAnswers(String body) {
    assertThat(KeyInfo.decode(bytes(body))).isEmpty();
    assertThat(Credits.decode(bytes(body))).isEmpty();
    assertThat(Balance.decode(bytes(body))).isEmpty();
  }

  @Test
  @DisplayName("B5: prices of one token become prices of a million, under both spellings")
  void prices() {
    var prices =
        Catalogue.decode(
                bytes(
                    """
                    {"data":[
                     {"id":"qwen/qwen3-embedding-4b","canonical_slug":"qwen/qwen3-embedding-4b-0605",
                      "context_length":32000,"top_provider":{"max_completion_tokens":null},
                      "pricing":{"prompt":"0.00000002","completion":"0","request":"0"}},
                     {"id":"a/b","context_length":9000,"top_provider":{"context_length":8000,
                      "max_completion_tokens":1000},"pricing":{"prompt":"0.000001","completion":"0.000002",
                      "request":"0.0005","input_cache_read":"0.0000001"}},
                     {"id":"openrouter/auto","pricing":{"prompt":"-1","completion":"-1"}},
                     {"id":"long/tiers","pricing":{"prompt":"1","completion":"1",
                      "overrides":[{"min_prompt_tokens":200000,"prompt":"2"}]}},
                     {"id":"no/price"}]}
                    """),
                TODAY)
            .orElseThrow();

    assertThat(prices.keySet())
        .containsExactlyInAnyOrder(
            "qwen/qwen3-embedding-4b", "qwen/qwen3-embedding-4b-0605", "a/b");
    assertThat(prices.get("a/b"))
        .isEqualTo(
            new Price(
                usd("1"),
                Optional.of(usd("0.1")),
                usd("2"),
                usd("0.0005"),
                TODAY,
                Price.Source.PROVIDER,
                OptionalLong.of(1_000)));
    assertThat(prices)
        .hasEntrySatisfying(
            "qwen/qwen3-embedding-4b",
            price -> {
              assertThat(price.of(Tokens.of(1, 0)).nanos()).isEqualTo(20);
              assertThat(price.mostWritten()).hasValue(32_000);
            });
    assertThat(Catalogue.decode(bytes("<html>"), TODAY)).isEmpty();
  }

  @Test
  @DisplayName("B8: DeepSeek's balance is a text, and only dollars are counted")
  void deepseek() {
    var body =
        "{\"is_available\":%s,\"balance_infos\":[{\"currency\":\"%s\",\"total_balance\":\"110.05\"}]}";
    assertThat(Balance.decode(bytes(body.formatted("true", "USD"))))
        .contains(new Balance(true, Optional.of(usd("110.05"))));
    assertThat(Balance.decode(bytes(body.formatted("false", "CNY"))))
        .contains(new Balance(false, Optional.empty()));
  }

  @Test
  @DisplayName("B5: the record of a call tells what it cost, and the tokens that are billed")
  void generation() {
    var record =
        """
        {"data":{"id":"gen-1","total_cost":0.0031,"usage":0.0031,"tokens_prompt":900,
        "tokens_completion":450,"native_tokens_prompt":1000,"native_tokens_completion":500,
        "native_tokens_cached":200}}\
        """;

    var generation = Generation.decode(record.getBytes(UTF_8)).orElseThrow();

    assertThat(generation.cost()).isEqualTo(new NanoUsd(3_100_000));
    assertThat(generation.tokens()).hasValue(new Tokens(1_000, 200, 500));
    assertThat(Generation.decode("{\"error\":{\"code\":404}}".getBytes(UTF_8))).isEmpty();
    assertThat(Generation.decode("<html>".getBytes(UTF_8))).isEmpty();
    assertThat(Generation.decode("{\"data\":{\"total_cost\":-1}}".getBytes(UTF_8))).isEmpty();
    assertThat(Generation.decode("{\"data\":{\"total_cost\":0}}".getBytes(UTF_8)))
        .hasValue(new Generation(NanoUsd.ZERO, Optional.empty()));
  }
}
