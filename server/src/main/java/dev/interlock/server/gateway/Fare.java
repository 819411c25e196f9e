package dev.interlock.server.gateway;

import dev.interlock.core.budget.Use;
import dev.interlock.runtime.account.Charge;
import dev.interlock.runtime.account.PaidCall;
import dev.interlock.wire.chat.ChatCall;
import java.time.Duration;

/// What a chat on an account may cost and take at the most. Thread: any, pure.
final class Fare {
  /// More choices than any API gives.
  private static final long MOST_CHOICES = 128;

  /// A lease outlives its call by so much.
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private Fare() {}

  /// Of an attempt. A token is at least one byte, so the body's bytes bound the tokens read.
  ///
  /// @param elapsed since the request came
  static PaidCall of(Exchange exchange, LiveAttempt attempt, long bodyBytes, Duration elapsed) {
    var limits = exchange.profile().patience().limits();
    var left = exchange.profile().patience().budget().timeout().minus(elapsed);
    var patience = left.compareTo(limits.permit()) < 0 ? left : limits.permit();
    var errand = exchange.errand();
    return new PaidCall(
        Charge.id(errand.request(), attempt.number()),
        errand.asker().project(),
        attempt.candidate().route().model(),
        size(bodyBytes, exchange.call().size()),
        Use.INTERACTIVE,
        patience.isNegative() ? Duration.ZERO : patience,
        limits.connect().plus(limits.total()).plus(MARGIN));
  }

  private static PaidCall.Size size(long bodyBytes, ChatCall.Size size) {
    return new PaidCall.Size(bodyBytes, size.maxTokens(), Math.min(size.choices(), MOST_CHOICES));
  }
}
