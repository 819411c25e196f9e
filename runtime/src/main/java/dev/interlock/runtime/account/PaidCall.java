package dev.interlock.runtime.account;

import dev.interlock.core.budget.Use;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

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
  ///
  /// @param named tokens of one answer, as its caller bounds them; empty where it does not
  /// @param choices answers that are asked for
  public record Size(long promptTokens, OptionalLong named, long choices) {
    /// More than any model reads or writes in one call.
    public static final long MOST = 1_000_000_000L;

    /// A call whose maximum is known.
    public Size(long promptTokens, long completionTokens) {
      this(promptTokens, OptionalLong.of(completionTokens), 1);
    }

    /// Tokens written at the most; empty if nobody bounds them.
    ///
    /// @param model what the model writes in one answer at the most, where that is known
    OptionalLong written(OptionalLong model) {
      var each = named.isPresent() ? named : model;
      return each.isPresent()
          ? OptionalLong.of(Math.min(Math.min(each.getAsLong(), MOST) * choices, MOST))
          : OptionalLong.empty();
    }
  }
}
