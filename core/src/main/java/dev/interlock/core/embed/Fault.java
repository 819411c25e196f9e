package dev.interlock.core.embed;

import java.util.Locale;

/// Why a call, or one text of it, brought no usable vector.
public enum Fault {
  /// No connection: refused, reset before a byte, name not found.
  UNREACHABLE(true),
  /// Connected, but no whole answer in time.
  TIMEOUT(true),
  /// 429 or 503: asked to come again.
  BUSY(true),
  /// Any other 5xx.
  ENGINE_ERROR(false),
  /// 400, 413, 422: this text or this batch is not taken.
  REFUSED(false),
  /// 401, 402, 403, 404: the route itself is set up wrong or has run out.
  DENIED(true),
  /// Its account can't pay now, or would not let the call go: nothing is wrong with the route.
  WITHHELD(true),
  /// Nobody waits for the answer any more.
  GIVEN_UP(true),
  /// Another provider answered than the route is pinned to.
  MISMATCH(true),
  /// 200 with something else than an embedding answer.
  INVALID_RESPONSE(false),
  /// 200 with fewer or more vectors than texts.
  COUNT(false),
  /// A vector of another width than the table's.
  DIMENSION(false),
  /// A component that is not a finite number.
  NOT_FINITE(false),
  /// A vector of length zero.
  ZERO_VECTOR(false),
  /// Longer than the route takes, found before or after sending.
  TOO_LONG(false);

  private final boolean ofTheRoute;

  Fault(boolean ofTheRoute) {
    this.ofTheRoute = ofTheRoute;
  }

  /// Whether the route is at fault, so that the same text may well be served elsewhere or later.
  public boolean ofTheRoute() {
    return ofTheRoute;
  }

  /// Whether the text itself is at fault, so that no other route is asked for it (design §4).
  public boolean ofTheText() {
    return this == REFUSED || this == TOO_LONG;
  }

  /// The code in the error envelope, such as `upstream_zero_vector`.
  public String code() {
    return this == MISMATCH ? "answer_mismatch" : "upstream_" + name().toLowerCase(Locale.ROOT);
  }
}
