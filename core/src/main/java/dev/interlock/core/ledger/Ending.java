package dev.interlock.core.ledger;

import java.util.Locale;

/// How one attempt ended. There is exactly one ending per attempt.
public enum Ending {
  /// Whole, and given to the caller or used.
  ANSWERED,
  /// The upstream says that the request itself is wrong; no other route is asked.
  REFUSED,
  /// The upstream failed, or answered nonsense.
  FAILED,
  /// Another model answered than the route promises (B7).
  MISMATCH,
  /// The caller left before the end.
  CANCELLED,
  /// A stream broke after the caller had content of it.
  PARTIAL,
  /// Nothing was sent: no route, no connection, no admission.
  NOT_SENT;

  /// The word in rows and answers, such as `not_sent`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
