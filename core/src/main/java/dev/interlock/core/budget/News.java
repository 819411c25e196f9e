package dev.interlock.core.budget;

import java.util.OptionalLong;

/// What a provider's answer says of an account's money, classified by status and structured code
/// (design §4, "Money states").
///
/// A 402 that means only "this one request is dearer than the balance" is no news of the account:
/// its call ends as [Outcome.Failed].
public sealed interface News {
  /// There is money.
  ///
  /// @param balanceNanoUsd how much, where it was told
  record Funded(OptionalLong balanceNanoUsd) implements News {}

  /// There is little money left.
  record Low(OptionalLong balanceNanoUsd) implements News {}

  /// Too many calls at once have reserved the balance: wait.
  record InFlightFull(Pushback pushback) implements News {}

  /// The key has used up its own cap.
  ///
  /// @param resetsInNanos how long until it may spend again, where that was told; 0 or more
  record KeyCapped(OptionalLong resetsInNanos) implements News {}

  /// There is no money: stop.
  record Exhausted() implements News {}

  /// The provider does not know this key: stop.
  record KeyRefused() implements News {}
}
