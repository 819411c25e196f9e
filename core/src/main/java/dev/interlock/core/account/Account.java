package dev.interlock.core.account;

import dev.interlock.core.money.NanoUsd;
import java.util.Optional;
import java.util.OptionalInt;

/// A cloud account: one key, one budget above all who use it (A8). The key itself is not in it.
///
/// @param name as routes name it
/// @param url the base of its API, without a slash at its end
/// @param daily what may be spent on a day at the most, where a person said so
/// @param permits what a person typed, 1 to 256
/// @param declared what a person says was on it at the start, for one that tells no balance
public record Account(
    String name,
    AccountKind kind,
    String url,
    Optional<NanoUsd> daily,
    OptionalInt permits,
    Optional<NanoUsd> declared) {
  /// The account that is there without any configuration (design §10).
  public static final Account OPENROUTER =
      new Account(
          "openrouter",
          AccountKind.OPENROUTER,
          AccountKind.OPENROUTER.url(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty());
}
