package dev.interlock.server.gateway;

import dev.interlock.runtime.upstream.Failure;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.wire.chat.AccountVerdict;
import dev.interlock.wire.chat.RetryAfter;
import dev.interlock.wire.chat.UpstreamRefusal;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Reads what an upstream says beside a status other than 200.
final class RefusalReader implements AnswerReader {
  private static final int ENOUGH = 64 << 10;

  private final LiveAttempt attempt;
  private final Head head;
  private final Buffer body = Buffer.buffer();

  RefusalReader(LiveAttempt attempt, Head head) {
    this.attempt = attempt;
    this.head = head;
  }

  @Override
  public void bytes(Buffer part) {
    if (body.length() < ENOUGH) {
      body.appendBuffer(part, 0, Math.min(part.length(), ENOUGH - body.length()));
    }
  }

  @Override
  public void end() {
    var bytes = head.key().without(body.getBytes(0, body.length()));
    attempt.heard(AccountVerdict.of(head.status(), bytes), asked());
    attempt.fail(Failure.of(UpstreamRefusal.of(head.status(), bytes), head, asked()));
  }

  private Optional<Duration> asked() {
    return head.retryAfter()
        .flatMap(
            value ->
                RetryAfter.parse(
                    value,
                    head.date()
                        .orElseGet(
                            () ->
                                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                    attempt.startedAt().atOffset(ZoneOffset.UTC)))));
  }
}
