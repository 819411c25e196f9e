package dev.interlock.core.money;

import java.time.Instant;
import java.util.Optional;

/// Whether money was set aside.
public sealed interface Grant {
  /// It was, in all scopes.
  record Granted(Reservation reservation) implements Grant {}

  /// It was not, in any: 402 `budget_exhausted` to the caller.
  ///
  /// @param scope whose budget does not allow it
  /// @param left what may still be spent there today
  /// @param resumesAt when there is money again; empty where no day's budget is enough for this
  ///   call
  record Refused(Scope scope, NanoUsd worst, NanoUsd left, Optional<Instant> resumesAt)
      implements Grant {}

  /// The id has been used before: nothing is set aside a second time.
  record Known(String id) implements Grant {}
}
