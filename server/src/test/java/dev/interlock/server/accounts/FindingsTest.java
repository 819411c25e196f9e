package dev.interlock.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.budget.News;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.wire.relay.Frame;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private static final String NO_LIMIT =
      "{\"data\":{\"label\":\"l\",\"limit\":null,\"usage\":1,\"rate_limit\":{\"requests\":-1,\"interval\":\"10s\"}}}";

  private static NanoUsd usd(String amount) {
    return NanoUsd.parse(amount).orElseThrow();
  }

  private static Account account(AccountKind kind, Optional<NanoUsd> declared) {
    return new Account("a", kind, kind.url(), Optional.empty(), OptionalInt.empty(), declared);
  }

  private static Findings router(int keyStatus, String key, int creditStatus, String credits) {
    return new Findings(account(AccountKind.OPENROUTER, Optional.empty()))
        .with(Questions.KEY, new Frame.Told(1, keyStatus, key))
        .with(Questions.CREDITS, new Frame.Told(2, creditStatus, credits));
  }

  private static String limited(String left) {
    return "{\"data\":{\"label\":\"l\",\"limit\":10,\"limit_remaining\":%s,\"usage\":1}}"
        .formatted(left);
  }

  private static News.Funded funded(String usd) {
    return new News.Funded(OptionalLong.of(usd(usd).nanos()));
  }

  @Test
  @DisplayName("A10: a rate of -1, a 403 on credits and a key without a limit are all normal")
  void nothingIsTold() {
    var found = router(200, NO_LIMIT, 403, "{\"error\":{\"message\":\"no\"}}");
    assertThat(found.failure()).isEmpty();
    assertThat(found.rpm()).isEmpty();
    assertThat(found.money()).isEmpty();
    assertThat(found.why()).contains("may not ask for the account's balance");
  }

  @Test
  @DisplayName(
      "B5: what the key was billed is told with its label, and by no other kind of account")
  void usage() {
    assertThat(router(200, NO_LIMIT, 403, "").usage(7))
        .contains(new Residue.Look("l", usd("1"), 7));
    assertThat(router(500, "", 403, "").usage(7)).isEmpty();
    assertThat(router(200, "{\"data\":{\"usage\":1}}", 403, "").usage(7)).isEmpty();
    assertThat(router(200, "{\"data\":{\"label\":\"l\"}}", 403, "").usage(7)).isEmpty();
  }

  @Test
  @DisplayName("B8: of the account's balance and the key's limit the smaller counts")
  void smallerCounts() {
    var credits = "{\"data\":{\"total_credits\":30,\"total_usage\":5}}";
    assertThat(router(200, NO_LIMIT, 200, credits).money()).contains(funded("25"));
    assertThat(router(200, limited("7.5"), 200, credits).money()).contains(funded("7.5"));
    assertThat(router(200, limited("40"), 200, credits).balance()).contains(usd("25"));
    assertThat(router(200, limited("7.5"), 403, "").balance()).contains(usd("7.5"));
  }

  @Test
  @DisplayName(
      "B8: an empty balance, a used-up key, a low balance and a refused key are told apart")
  void states() {
    assertThat(router(200, limited("0"), 403, "").money())
        .contains(new News.KeyCapped(OptionalLong.empty()));
    assertThat(router(200, NO_LIMIT, 200, "{\"total_credits\":5,\"total_usage\":6}").money())
        .contains(new News.Exhausted());
    assertThat(router(200, NO_LIMIT, 200, "{\"total_credits\":5,\"total_usage\":4}").money())
        .contains(new News.Low(OptionalLong.of(usd("1").nanos())));
    var refused = router(401, "", 401, "");
    assertThat(refused.money()).contains(new News.KeyRefused());
    assertThat(refused.failure()).isEmpty();
  }

  @Test
  @DisplayName("A12: an answer that says nothing is a failed discovery, and no news of money")
  void failures() {
    assertThat(router(500, "", 403, "").failure())
        .contains("it answered 500 when it was asked about itself");
    assertThat(router(0, "it closed the connection", 403, "").failure())
        .contains("it closed the connection");
  }

  @Test
  @DisplayName("B8: DeepSeek tells a balance, any other API one that is declared")
  void otherKinds() {
    var deep =
        new Findings(account(AccountKind.DEEPSEEK, Optional.empty()))
            .with(
                Questions.BALANCE,
                new Frame.Told(
                    1,
                    200,
                    "{\"is_available\":true,\"balance_infos\":[{\"currency\":\"USD\",\"total_balance\":\"4.20\"}]}"));
    assertThat(deep.money()).contains(funded("4.2"));
    var gone =
        new Findings(account(AccountKind.DEEPSEEK, Optional.empty()))
            .with(
                Questions.BALANCE,
                new Frame.Told(1, 200, "{\"is_available\":false,\"balance_infos\":[]}"));
    assertThat(gone.money()).contains(new News.Exhausted());
    var open =
        new Findings(account(AccountKind.OPENAI, Optional.of(usd("50"))))
            .with(Questions.LIST, new Frame.Told(1, 200, "{\"data\":[]}"));
    assertThat(open.money()).contains(funded("50"));
    assertThat(open.why()).isEqualTo("declared in the settings, less what was spent since");
  }
}
