package dev.interlock.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.NanoUsd;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTest {
  private static final Receipt NOTHING =
      new Receipt(
          Optional.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);

  private static Receipt of(String body) {
    return Receipt.of(body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName("C51: vectors tell their cost, tokens, id and provider")
  void vectors() {
    var receipt =
        of(
            """
            {"data":[{"embedding":"AAAA"}],"id":"gen-emb-1","provider":"DeepInfra",
             "usage":{"prompt_tokens":9,"total_tokens":9,"cost":1.2e-7}}\
            """);
    assertThat(receipt)
        .isEqualTo(
            new Receipt(
                Optional.of(new NanoUsd(120)),
                OptionalLong.of(9),
                Optional.of("gen-emb-1"),
                Optional.of("DeepInfra"),
                Optional.empty(),
                true));
  }

  @Test
  @DisplayName("C51: a ranking tells its total, or no tokens at all")
  void rankings() {
    var body = "{\"results\":[{\"index\":0}],\"usage\":{%s}}";
    assertThat(of(body.formatted("\"search_units\":1,\"total_tokens\":4")).tokens()).hasValue(4);
    assertThat(of(body.formatted("\"search_units\":1,\"cost\":\"0.002\"")).cost())
        .hasValue(new NanoUsd(2_000_000));
    assertThat(of(body.formatted("")).content()).isTrue();
  }

  @Test
  @DisplayName("C36: an error inside a 200 says what it says of the account")
  void errorInside() {
    var receipt = of("{\"error\":{\"code\":429,\"message\":\"slow down\"}}");
    assertThat(receipt.verdict()).hasValue(new AccountVerdict.Throttled());
    assertThat(receipt.content()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "<html>",
        "{\"data\":[]}",
        "{\"data\":\"x\",\"usage\":7,\"id\":3,\"provider\":\"\"}",
        "{\"usage\":{\"cost\":-1,\"total_tokens\":-3}}",
        "{\"usage\":{\"cost\":{\"a\":[1]},\"prompt_tokens\":\"9\"},\"error\":null}"
      })
  @DisplayName("what tells nothing is no receipt, and breaks nothing")
  void nothing(String body) {
    assertThat(of(body)).isEqualTo(NOTHING);
  }
}
