package dev.interlock.runtime.account;

import dev.interlock.core.account.Hold;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.money.Grant;
import dev.interlock.core.profile.Plan;
import dev.interlock.wire.chat.AccountVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// What a provider's or our own word on an account means, to its budget and to whoever called.
///
/// Thread: any, pure but for the draw of a pause's jitter.
public final class Verdicts {
  private static final OptionalLong NEVER = OptionalLong.empty();

  private static final Hold.Told THROTTLED = new Hold.Told(429, "upstream_rate_limited");
  private static final Hold.Told NO_CREDIT = new Hold.Told(402, "upstream_out_of_credit");
  private static final Hold.Told DAY_IS_SPENT = new Hold.Told(402, "budget_exhausted");
  private static final Hold.Told KEY_REFUSED = new Hold.Told(502, "upstream_auth");
  private static final Hold.Told NO_ROUTE = new Hold.Told(503, "no_route");

  private Verdicts() {}

  /// With what a permit comes back; empty where the provider said nothing of the account.
  ///
  /// @param asked how long the provider asks to be left alone
  public static Optional<Outcome> outcome(
      Desk desk, AccountVerdict verdict, Optional<Duration> asked, Instant now) {
    return switch (verdict) {
      case AccountVerdict.Throttled _ -> Optional.of(new Outcome.Throttled(desk.pushback(asked)));
      case AccountVerdict.InFlightFull _ -> unpaid(new News.InFlightFull(desk.pushback(asked)));
      case AccountVerdict.KeyCapped(var resets) ->
          unpaid(new News.KeyCapped(resets.map(at -> nanos(left(now, at))).orElse(NEVER)));
      case AccountVerdict.Exhausted _ -> unpaid(new News.Exhausted());
      case AccountVerdict.KeyRefused _ -> unpaid(new News.KeyRefused());
      case AccountVerdict.TooDear _ -> Optional.of(new Outcome.Failed());
      case AccountVerdict.Silent _ -> Optional.empty();
    };
  }

  private static Optional<Outcome> unpaid(News news) {
    return Optional.of(new Outcome.Unpaid(news));
  }

  private static Duration left(Instant now, Instant at) {
    return at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO;
  }

  private static OptionalLong nanos(Duration duration) {
    return OptionalLong.of(duration.toNanos());
  }

  /// Why the account brings nothing now, as its provider says; empty where it said nothing of it. A
  /// limit of the provider's is never told as one of ours (C38).
  public static Optional<Hold> hold(AccountVerdict verdict, Optional<Duration> asked, Instant now) {
    return switch (verdict) {
      case AccountVerdict.Throttled _, AccountVerdict.InFlightFull _ ->
          Optional.of(Hold.of(Hold.Kind.PAUSE, THROTTLED, asked, now));
      case AccountVerdict.KeyCapped(var resets) ->
          Optional.of(noCredit(resets.map(at -> left(now, at)), now));
      case AccountVerdict.Exhausted _, AccountVerdict.TooDear _ ->
          Optional.of(noCredit(Optional.empty(), now));
      case AccountVerdict.KeyRefused _ ->
          Optional.of(Hold.of(Hold.Kind.CLOSED, KEY_REFUSED, Optional.empty(), now));
      case AccountVerdict.Silent _ -> Optional.empty();
    };
  }

  private static Hold noCredit(Optional<Duration> left, Instant now) {
    return Hold.of(Hold.Kind.CREDIT, NO_CREDIT, left, now);
  }

  /// Why the account brings nothing now, as we say.
  public static Hold hold(Withheld why, Instant now) {
    var told = new Hold.Told(why.status(), why.code());
    return Hold.of(kind(why), told, why.retryAfter(now.toEpochMilli()), now);
  }

  /// Why it brings nothing to anybody now.
  public static Held held(Plan.Bar bar, Instant now) {
    return new Held(hold(bar, now), bar.words());
  }

  private static Hold hold(Plan.Bar bar, Instant now) {
    var wait = Optional.of(bar.waitNanos()).filter(w -> w > 0).map(Duration::ofNanos);
    return switch (bar.kind()) {
      case COOLDOWN -> Hold.of(Hold.Kind.PAUSE, THROTTLED, wait, now);
      case BUDGET -> Hold.of(Hold.Kind.BUDGET, DAY_IS_SPENT, wait, now);
      case OUT_OF_CREDIT -> Hold.of(Hold.Kind.CREDIT, NO_CREDIT, wait, now);
      case CLOSED -> Hold.of(Hold.Kind.CLOSED, NO_ROUTE, wait, now);
    };
  }

  private static Hold.Kind kind(Withheld why) {
    return switch (why) {
      case Withheld.Budget(Grant.Refused grant) ->
          grant.resumesAt().isPresent() ? Hold.Kind.BUDGET : Hold.Kind.CLOSED;
      case Withheld.PriceUnknown _, Withheld.MaximumUnknown _, Withheld.NotWritten _ ->
          Hold.Kind.CLOSED;
      case Withheld.Permit(var refusal) ->
          switch (refusal.reason()) {
            case PERMITS_OUT, RATE_WINDOW, QUEUE_FULL, COOLDOWN, IN_FLIGHT_FULL -> Hold.Kind.PAUSE;
            case PROJECT_PAUSED -> Hold.Kind.BUDGET;
            case KEY_CAPPED, EXHAUSTED -> Hold.Kind.CREDIT;
            case KEY_REFUSED, DISABLED -> Hold.Kind.CLOSED;
          };
    };
  }
}
