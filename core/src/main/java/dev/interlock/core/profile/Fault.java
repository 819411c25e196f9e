package dev.interlock.core.profile;

import dev.interlock.core.ledger.Ending;
import java.util.Locale;

/// Why an attempt brought no answer that can be used, and what follows from it.
public enum Fault {
  /// No connection: refused, or none in time.
  UNREACHABLE(502, Next.ANYONE, true, Ending.NOT_SENT),
  /// The host's name is not known.
  UNKNOWN_HOST(502, Next.OTHERS, true, Ending.NOT_SENT),
  /// The connection was closed before any answer.
  RESET(502, Next.ANYONE, true, Ending.FAILED),
  /// Nothing, or no content, within the limit. It may still be at work on it, so it is not asked
  /// again.
  TIMEOUT(504, Next.OTHERS, true, Ending.FAILED),
  /// 429: come again later.
  BUSY(429, Next.ANYONE, false, Ending.FAILED),
  /// 503: not now; loading, or its queue is full.
  UNAVAILABLE(503, Next.ANYONE, true, Ending.FAILED),
  /// Any other 5xx, or an error inside a 200.
  ERROR(502, Next.ANYONE, true, Ending.FAILED),
  /// 401, 403, 404, 405 and their kin: the route is set up wrong.
  DENIED(502, Next.OTHERS, false, Ending.FAILED),
  /// No money: never a retry (B8).
  OUT_OF_CREDIT(402, Next.OTHERS, false, Ending.FAILED),
  /// 200 with something else than the answer that was asked for.
  INVALID_RESPONSE(502, Next.ANYONE, true, Ending.FAILED),
  /// 200 without any content.
  EMPTY_ANSWER(502, Next.ANYONE, false, Ending.FAILED),
  /// The answer broke off.
  CLOSED(502, Next.ANYONE, true, Ending.FAILED),
  /// The answer ended in order, but without its finish or its end mark.
  INCOMPLETE(502, Next.ANYONE, true, Ending.FAILED),
  /// Content came, and then none for too long.
  STALLED(504, Next.OTHERS, true, Ending.FAILED),
  /// Longer than the route's context: one with a larger context may take it.
  OVERFLOW(400, Next.LARGER, false, Ending.REFUSED),
  /// The request itself is wrong, or its content is refused: nobody else is asked.
  REFUSED(400, Next.NOBODY, false, Ending.REFUSED),
  /// Another model answered than the route promises (B7).
  MISMATCH(502, Next.NOBODY, false, Ending.MISMATCH),
  /// We did not let it go: no permit in time, no budget, or no price for a budget.
  WITHHELD(503, Next.OTHERS, false, Ending.NOT_SENT);

  /// Who may be asked next.
  enum Next {
    /// Another route, or later the same once more.
    ANYONE,
    /// Only another route.
    OTHERS,
    /// Only a route with a larger context.
    LARGER,
    NOBODY
  }

  private final int status;
  private final Next next;
  private final boolean trips;
  private final Ending ending;

  Fault(int status, Next next, boolean trips, Ending ending) {
    this.status = status;
    this.next = next;
    this.trips = trips;
    this.ending = ending;
  }

  /// The status that the caller is told, where it is told this fault.
  public int status() {
    return status;
  }

  /// Whether it speaks against the route's health.
  public boolean trips() {
    return trips;
  }

  /// How the attempt is written down.
  public Ending ending() {
    return ending;
  }

  /// Whether the engine may not have been there at all.
  boolean absence() {
    return switch (this) {
      case UNREACHABLE, UNKNOWN_HOST, RESET, UNAVAILABLE, CLOSED -> true;
      case TIMEOUT,
          BUSY,
          ERROR,
          DENIED,
          OUT_OF_CREDIT,
          INVALID_RESPONSE,
          EMPTY_ANSWER,
          INCOMPLETE,
          STALLED,
          OVERFLOW,
          REFUSED,
          MISMATCH,
          WITHHELD ->
          false;
    };
  }

  /// The word in headers and reasons: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The word in the reason why another route answers: as [#word], but a 429 by its number.
  public String reason() {
    return this == BUSY ? "429" : word();
  }

  /// The code in the error envelope, such as `upstream_timeout`.
  public String code() {
    return switch (this) {
      case MISMATCH -> "answer_mismatch";
      case OVERFLOW -> "context_length_exceeded";
      case WITHHELD -> "withheld";
      case UNREACHABLE,
          UNKNOWN_HOST,
          RESET,
          TIMEOUT,
          BUSY,
          UNAVAILABLE,
          ERROR,
          DENIED,
          OUT_OF_CREDIT,
          INVALID_RESPONSE,
          EMPTY_ANSWER,
          CLOSED,
          INCOMPLETE,
          STALLED,
          REFUSED ->
          "upstream_" + word();
    };
  }

  Next next() {
    return next;
  }
}
