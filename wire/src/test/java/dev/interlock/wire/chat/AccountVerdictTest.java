package dev.interlock.wire.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountVerdictTest {
  private static AccountVerdict of(int status, String body) {
    return AccountVerdict.of(status, body.getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          401 | {"error":{"message":"bad key"}}                                              | KeyRefused
          402 | {"error":{"code":402,"message":"Insufficient credits"}}                      | Exhausted
          402 | {"error":{"code":402,"metadata":{"error_type":"payment_required"}}}          | Exhausted
          402 | <html>pay</html>                                                             | Exhausted
          402 | {"error":{"code":402,"metadata":{"error_type":"in_flight_budget_exhausted"}}} | InFlightFull
          402 | {"error":{"code":"in_flight_budget_exhausted"}}                              | InFlightFull
          402 | {"error":{"code":"weight_exceeds_budget"}}                                   | TooDear
          402 | {"error":{"code":402,"message":"You requested up to 65536 tokens, but can only afford 30104"}} | TooDear
          402 | {"error":{"code":402,"message":"You requested up to 65536 tokens, but can only afford 0"}} | Exhausted
          403 | {"error":{"code":403,"message":"moderated"}}                                 | Silent
          404 | {"error":{"code":404}}                                                       | Silent
          429 | {"error":{"message":"slow down"}}                                            | Throttled
          429 | {"error":{"message":"insufficient_quota, they say"}}                         | Throttled
          429 | {"error":{"code":"insufficient_quota"}}                                      | Exhausted
          429 | {"error":{"type":"insufficient_quota"}}                                      | Exhausted
          429 | {"error":{"code":"credit_balance_exhausted"}}                                | Exhausted
          500 | {"error":{"message":"payment_required"}}                                     | Silent
          503 | ``                                                                           | Silent
          """)
  @DisplayName("B8, C35: money is told by status and structured code, never by a mere word")
  void verdicts(int status, String body, String verdict) {
    assertThat(of(status, body).getClass().getSimpleName()).isEqualTo(verdict);
  }

  @Test
  @DisplayName("B8: a key's own cap is told with the time when it opens again")
  void keyCap() {
    var capped =
        "{\"error\":{\"code\":403,\"metadata\":{\"limit_source\":\"key\",\"resets_at\":\"%s\"}}}";

    assertThat(of(403, capped.formatted("2026-12-01T00:00:00Z")))
        .isEqualTo(
            new AccountVerdict.KeyCapped(Optional.of(Instant.parse("2026-12-01T00:00:00Z"))));
    assertThat(of(402, capped.formatted("soon")))
        .isEqualTo(new AccountVerdict.KeyCapped(Optional.empty()));
  }

  @Test
  @DisplayName("C36: a limit that is told inside a 200 is a limit all the same")
  void insideA200() {
    assertThat(inside("{\"error\":{\"code\":429,\"message\":\"slow down\"}}"))
        .hasValue(new AccountVerdict.Throttled());
    assertThat(inside("{\"error\":{\"code\":402,\"message\":\"no credits\"}}"))
        .hasValue(new AccountVerdict.Exhausted());
    assertThat(inside("{\"error\":{\"code\":\"server_error\",\"message\":\"429\"}}"))
        .hasValue(new AccountVerdict.Silent());
    assertThat(inside("{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}")).isEmpty();
  }

  private static Optional<AccountVerdict> inside(String event) {
    var scan = new AnswerScan();
    var bytes = event.getBytes(UTF_8);
    scan.read(bytes, 0, bytes.length);
    return scan.verdict();
  }
}
