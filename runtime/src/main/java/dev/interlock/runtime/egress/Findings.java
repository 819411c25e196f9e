package dev.interlock.runtime.egress;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.route.Route;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// What the ledger says of embedding calls that have ended. Thread: any, pure.
public final class Findings {
  private static final int OK = 200;

  private Findings() {}

  /// By which route, and why.
  public static Attempt.Way way(Route route, Decision decision) {
    return new Attempt.Way(Optional.of(route.name()), Optional.of(route.host()), decision);
  }

  /// All that is told of a call.
  public static Trail.Told told(
      Attempt.Way way, Outlet outlet, EmbedOutcome outcome, Judged judged) {
    var served = served(outcome);
    return new Trail.Told(
        way,
        Optional.of(outlet.route().model()),
        served,
        check(outlet, outcome),
        judged.result(),
        judged.volume(),
        outcome.dues().cost());
  }

  /// What the caller of the engine made of the answer.
  public record Judged(Attempt.Result result, Volume volume) {}

  private static Optional<String> served(EmbedOutcome outcome) {
    return switch (outcome) {
      case EmbedOutcome.Answered answered -> answered.model();
      case EmbedOutcome.Failed _ -> Optional.empty();
    };
  }

  private static CheckStrength check(Outlet outlet, EmbedOutcome outcome) {
    return switch (outcome) {
      case EmbedOutcome.Answered answered -> outlet.check(answered.model());
      case EmbedOutcome.Failed _ -> CheckStrength.NONE;
    };
  }

  /// A call that was answered.
  ///
  /// @param used whether something of the answer is used
  /// @param flaw what is wrong with it, empty where all is well
  public static Attempt.Result answered(EmbedOutcome.Answered answer, boolean used, String flaw) {
    return new Attempt.Result(
        used ? Ending.ANSWERED : Ending.FAILED, status(answer.traffic()), flaw);
  }

  /// An engine in this process has no status.
  private static OptionalInt status(EmbedOutcome.Traffic traffic) {
    return traffic.bytesOut() > 0 ? OptionalInt.of(OK) : OptionalInt.empty();
  }

  /// A call that failed.
  public static Attempt.Result failed(EmbedOutcome.Failed failed) {
    return new Attempt.Result(ending(failed), failed.status(), failed.message());
  }

  private static Ending ending(EmbedOutcome.Failed failed) {
    boolean sent = failed.traffic().bytesOut() > 0 || failed.status().isPresent();
    return switch (failed.fault()) {
      case UNREACHABLE, BUSY, WITHHELD -> sent ? Ending.FAILED : Ending.NOT_SENT;
      case GIVEN_UP -> Ending.CANCELLED;
      case REFUSED, TOO_LONG -> Ending.REFUSED;
      case TIMEOUT,
          ENGINE_ERROR,
          DENIED,
          MISMATCH,
          INVALID_RESPONSE,
          COUNT,
          DIMENSION,
          NOT_FINITE,
          ZERO_VECTOR ->
          Ending.FAILED;
    };
  }

  /// What is told of a route that got nothing to see.
  public static Trail.Told notSent(Attempt.Way way, Route route, String reason) {
    return new Trail.Told(
        way,
        Optional.of(route.model()),
        Optional.empty(),
        CheckStrength.NONE,
        new Attempt.Result(Ending.NOT_SENT, OptionalInt.empty(), reason),
        Volume.NONE,
        Optional.empty());
  }

  /// How much went to and fro; tokens are the engine's own count, else ours.
  ///
  /// @param count counts the tokens of the texts that were sent
  public static Volume volume(EmbedOutcome outcome, LongSupplier count) {
    var traffic = outcome.traffic();
    return switch (outcome) {
      case EmbedOutcome.Answered answered ->
          new Volume(
              traffic.bytesOut(),
              traffic.bytesIn(),
              OptionalLong.of(answered.promptTokens().orElseGet(count)),
              OptionalLong.empty(),
              answered.promptTokens().isEmpty());
      case EmbedOutcome.Failed _ ->
          new Volume(
              traffic.bytesOut(),
              traffic.bytesIn(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              false);
    };
  }
}
