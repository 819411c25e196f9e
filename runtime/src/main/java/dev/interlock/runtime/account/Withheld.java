package dev.interlock.runtime.account;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Reason;
import dev.interlock.core.money.Grant;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Why a call on an account may not go out. Nothing of it was sent, and nothing is set aside.
public sealed interface Withheld {
  /// A daily budget does not allow it: 402.
  record Budget(Grant.Refused grant) implements Withheld {}

  /// No permit in time: 429, or what stops the account.
  record Permit(Effect.Refused refusal) implements Withheld {}

  /// A budget can't be kept without a price: 503 (C54).
  record PriceUnknown(String model) implements Withheld {}

  /// A budget can't be kept if nobody says how much is written at the most: 503.
  record MaximumUnknown(String model) implements Withheld {}

  /// The money could not be set aside.
  ///
  /// @param why one sentence for people
  record NotWritten(String why) implements Withheld {}

  /// How long coming again is in vain, where that is known.
  ///
  /// @param sinceEpochMillis the present
  default Optional<Duration> retryAfter(long sinceEpochMillis) {
    return switch (this) {
      case Budget(var grant) ->
          grant.resumesAt().map(at -> Duration.ofMillis(at.toEpochMilli() - sinceEpochMillis));
      case Permit(var refusal) -> duration(refusal.retryAfterNanos());
      case PriceUnknown _, MaximumUnknown _, NotWritten _ -> Optional.empty();
    };
  }

  private static Optional<Duration> duration(OptionalLong nanos) {
    return nanos.isPresent() ? Optional.of(Duration.ofNanos(nanos.getAsLong())) : Optional.empty();
  }

  /// The status for the caller.
  default int status() {
    return switch (this) {
      case Budget _ -> 402;
      case Permit(var refusal) -> status(refusal.reason());
      case PriceUnknown _, MaximumUnknown _, NotWritten _ -> 503;
    };
  }

  private static int status(Reason reason) {
    return switch (reason) {
      case PERMITS_OUT, RATE_WINDOW, QUEUE_FULL, PROJECT_PAUSED, COOLDOWN, IN_FLIGHT_FULL -> 429;
      case KEY_CAPPED, EXHAUSTED -> 402;
      case KEY_REFUSED, DISABLED -> 503;
    };
  }

  /// The code for the caller: our own limit and the provider's are never the same word (C38).
  default String code() {
    return switch (this) {
      case Budget _ -> "budget_exhausted";
      case Permit(var refusal) -> code(refusal.reason());
      case PriceUnknown _ -> "price_unknown";
      case MaximumUnknown _ -> "maximum_unknown";
      case NotWritten _ -> "budget_unwritten";
    };
  }

  private static String code(Reason reason) {
    return switch (reason) {
      case PERMITS_OUT, RATE_WINDOW, QUEUE_FULL, PROJECT_PAUSED -> "account_budget_wait";
      case COOLDOWN, IN_FLIGHT_FULL -> "upstream_rate_limited";
      case KEY_CAPPED, EXHAUSTED -> "upstream_out_of_credit";
      case KEY_REFUSED -> "upstream_auth";
      case DISABLED -> "account_disabled";
    };
  }

  /// What happened, a clause for people, to be read after the route's name.
  default String words(String account) {
    return switch (this) {
      case Budget(var grant) -> words(grant);
      case Permit(var refusal) -> words(account, refusal.reason());
      case PriceUnknown(var model) ->
          "was not asked: nobody knows a price of %s, so a daily budget can't be kept"
              .formatted(model);
      case MaximumUnknown(var model) ->
          ("was not asked: nobody knows how much %s writes at the most, so a daily budget can't be"
                  + " kept; name max_completion_tokens in the request, or maxCompletionTokens in"
                  + " its route")
              .formatted(model);
      case NotWritten(var why) -> "was not asked: " + why;
    };
  }

  private static String words(Grant.Refused grant) {
    return "was not asked: the call may cost %s, and the daily budget of %s has %s left%s"
        .formatted(
            grant.worst(),
            grant.scope(),
            grant.left(),
            grant
                .resumesAt()
                .map(at -> ", until " + at)
                .orElse(
                    "; no day's budget is enough for it: name a smaller max_completion_tokens"));
  }

  private static String words(String account, Reason reason) {
    return "was not asked: account %s %s"
        .formatted(
            account,
            switch (reason) {
              case PERMITS_OUT -> "has all its permits in use; the limit is ours";
              case RATE_WINDOW ->
                  "has started all the calls that its rate allows within a minute; the limit is"
                      + " ours";
              case QUEUE_FULL -> "has too many callers waiting; the limit is ours";
              case PROJECT_PAUSED -> "is not open to this project today";
              case COOLDOWN -> "was told to pause by its provider";
              case IN_FLIGHT_FULL ->
                  "has its balance reserved by calls under way, says its provider";
              case KEY_CAPPED -> "has a key that has used up its own cap, says its provider";
              case EXHAUSTED -> "has no money, says its provider";
              case KEY_REFUSED -> "has a key that its provider refuses: push another";
              case DISABLED -> "is disabled";
            });
  }
}
