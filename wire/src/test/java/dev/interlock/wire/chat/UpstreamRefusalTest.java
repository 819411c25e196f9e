package dev.interlock.wire.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.profile.Fault;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a status other than 200 means, and what the caller is told.
class UpstreamRefusalTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          400 | {"error":{"message":"bad tool","type":"invalid_request_error","code":null}} | REFUSED | 400 | upstream_refused
          400 | {"error":{"message":"no","code":"content_filter","param":"messages"}}        | REFUSED | 400 | content_filter
          413 | {"error":"too big"}                                                          | REFUSED | 413 | upstream_refused
          422 | {"detail":"bad"}                                                             | REFUSED | 422 | upstream_refused
          400 | {"error":{"code":"context_length_exceeded","message":"x"}}                   | OVERFLOW | 400 | context_length_exceeded
          400 | {"error":{"code":400,"message":"request (3031 tokens) exceeds the available context size (1024 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":3031,"n_ctx":1024}} | OVERFLOW | 400 | context_length_exceeded
          500 | {"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}} | REFUSED | 400 | upstream_refused
          500 | {"error":{"code":500,"message":"the current context does not support logits computation. skipping","type":"server_error"}} | REFUSED | 400 | upstream_refused
          500 | {"error":{"code":500,"message":"input is too large to process. increase the physical batch size","type":"server_error"}} | REFUSED | 413 | upstream_refused
          500 | {"error":{"message":"boom"}}                                                 | ERROR | 502 | upstream_error
          501 | {"error":{"code":501,"message":"no chat here","type":"not_supported_error"}} | ERROR | 502 | upstream_error
          502 | <html><title>Bad gateway</title></html>                                      | ERROR | 502 | upstream_error
          503 | {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}  | UNAVAILABLE | 503 | upstream_unavailable
          504 | ``                                                                           | TIMEOUT | 504 | upstream_timeout
          429 | {"error":{"message":"slow down","code":"rate_limit_exceeded"}}               | BUSY | 429 | upstream_busy
          429 | {"error":{"message":"no money","code":"insufficient_quota"}}                 | OUT_OF_CREDIT | 402 | upstream_out_of_credit
          402 | {}                                                                           | OUT_OF_CREDIT | 402 | upstream_out_of_credit
          401 | {"error":"Unauthorized"}                                                     | DENIED | 502 | upstream_auth
          404 | {"error":{"message":"no such model"}}                                        | DENIED | 502 | upstream_denied
          307 | ``                                                                           | DENIED | 502 | upstream_denied
          400 | {"error":{"message":"no","code":"1210"}}                                     | REFUSED | 400 | upstream_refused
          400 | {"error":{"message":"no","code":1.5}}                                        | REFUSED | 400 | upstream_refused
          400 | {"message":"no","type":"any words at all"}                                   | REFUSED | 400 | upstream_refused
          400 | [{"error":{"code":400,"message":"no","status":"INVALID_ARGUMENT"}}]          | REFUSED | 400 | upstream_refused
          529 | {"type":"error","error":{"type":"overloaded_error"}}                         | UNAVAILABLE | 503 | upstream_unavailable
          500 | {"error":{"message":"429 Too Many Requests: rate limit reached"}}            | ERROR | 502 | upstream_error
          400 | {"error":{"message":"you quoted 'rate limit exceeded (429)'"}}               | REFUSED | 400 | upstream_refused
          204 | ``                                                                           | INVALID_RESPONSE | 502 | upstream_invalid_response
          """)
  @DisplayName("C65: each status is told as its own kind, and a caller's fault as 4xx")
  void statusesAreTold(int status, String body, Fault fault, int told, String code) {
    var refusal = UpstreamRefusal.of(status, body.getBytes(UTF_8));

    assertThat(refusal.fault()).isEqualTo(fault);
    assertThat(refusal.status()).isEqualTo(told);
    assertThat(refusal.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2                             | PT2S
          0.5                           | PT0.5S
          0                             | PT0S
          999999999                     | PT24H
          -1                            |
          soon                          |
          NaN                           |
          Infinity                      |
          5d                            |
          0x1p3                         |
          2026-11-30T10:00:05Z          |
          Monday, 30-Nov-26 10:00:05 GMT | PT5S
          Mon Nov 30 10:00:05 2026      | PT5S
          Tue Dec  1 09:00:00 2026      | PT23H
          Mon, 30 Nov 2026 10:00:05 GMT | PT5S
          Mon, 30 Nov 2026 09:00:00 GMT | PT0S
          Tue, 30 Nov 2027 09:00:00 GMT | PT24H
          """)
  void retryAfterIsReadInEveryForm(String value, Duration expected) {
    assertThat(RetryAfter.parse(value, "Mon, 30 Nov 2026 10:00:00 GMT"))
        .isEqualTo(Optional.ofNullable(expected));
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 1", "PT0.001S, 1", "PT1S, 1", "PT1.001S, 2", "PT24H, 86400"})
  void callersAreToldWholeSeconds(Duration wait, String seconds) {
    assertThat(RetryAfter.seconds(wait)).isEqualTo(seconds);
  }
}
