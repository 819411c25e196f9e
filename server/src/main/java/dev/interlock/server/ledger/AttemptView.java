package dev.interlock.server.ledger;

import dev.interlock.core.ledger.Attempt;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// One attempt, as the API and the CLI show it.
///
/// @param purpose the role or the profile
/// @param upstream the engine's address, or the provider that a cloud names
/// @param requested the caller's own word
/// @param resolved the model that was asked of the upstream
/// @param served the model that answered
/// @param check how that was checked: `state`, `field`, `echo` or `none`
/// @param status the upstream's HTTP status
/// @param reason one sentence, empty where all went well
/// @param tokensEstimated whether the tokens are an estimate of ours
/// @param firstMs milliseconds from the start to the first content
/// @param totalMs milliseconds from the start to the end
/// @param costUsd what it cost an account; empty for what is free, and where nobody knows
/// @param costBasis how that is known: `provider`, `price`, or `estimate` for one of ours
record AttemptView(
    String requestId,
    int attempt,
    String kind,
    String caller,
    Optional<String> project,
    Optional<String> purpose,
    Optional<String> route,
    Optional<String> upstream,
    String decision,
    String requested,
    Optional<String> resolved,
    Optional<String> served,
    String check,
    Optional<Integer> status,
    String ending,
    String reason,
    long bytesIn,
    long bytesOut,
    Optional<Long> promptTokens,
    Optional<Long> completionTokens,
    boolean tokensEstimated,
    Instant startedAt,
    Optional<BigDecimal> firstMs,
    BigDecimal totalMs,
    Optional<BigDecimal> costUsd,
    Optional<String> costBasis) {
  private static final long NANOS_PER_MICRO = 1_000;

  static AttemptView of(Attempt attempt) {
    var asker = attempt.errand().asker();
    var names = attempt.names();
    var result = attempt.result();
    var volume = attempt.volume();
    return new AttemptView(
        attempt.errand().request(),
        attempt.number(),
        attempt.errand().kind().word(),
        asker.caller(),
        asker.project(),
        asker.purpose(),
        attempt.way().route(),
        attempt.way().upstream(),
        attempt.way().decision().word(),
        names.requested(),
        names.resolved(),
        names.served(),
        names.check().word(),
        result.status().isPresent() ? Optional.of(result.status().getAsInt()) : Optional.empty(),
        result.ending().word(),
        result.reason(),
        volume.bytesIn(),
        volume.bytesOut(),
        boxed(volume.promptTokens()),
        boxed(volume.completionTokens()),
        volume.estimated(),
        attempt.span().startedAt(),
        boxed(attempt.span().firstNanos()).map(AttemptView::millis),
        millis(attempt.span().totalNanos()),
        attempt.cost().map(cost -> new BigDecimal(cost.amount().words())),
        attempt.cost().map(cost -> cost.basis().word()));
  }

  private static Optional<Long> boxed(OptionalLong number) {
    return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
  }

  /// To the microsecond.
  private static BigDecimal millis(long nanos) {
    return BigDecimal.valueOf(nanos / NANOS_PER_MICRO, 3);
  }
}
