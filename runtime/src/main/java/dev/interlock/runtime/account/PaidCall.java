package dev.interlock.runtime.account;

import dev.interlock.core.budget.Use;
import java.time.Duration;
import java.util.Optional;

/// A call that wants to go to a cloud account.
///
/// @param id the call's own, once and for all
/// @param project who is charged besides, where one is named
/// @param model as the account's provider calls it
/// @param size how much it may read and write at the most
/// @param use what it is for
/// @param patience how long a permit is waited for
/// @param term how long it may take at the most
public record PaidCall(
    String id,
    Optional<String> project,
    String model,
    Size size,
    Use use,
    Duration patience,
    Duration term) {

  /// How much a call may read and write at the most.
  public record Size(long promptTokens, long completionTokens) {}
}
