package dev.interlock.app.config;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.money.NanoUsd;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;

/// A cloud account. Its key is pushed at run time, or lies where the file says.
///
/// @param kind how it is asked about itself
/// @param url `https`, or `http` on loopback, without a slash at the end
/// @param key where the key lies, for one that is not pushed
/// @param dailyUsd what may be spent on a day at the most
/// @param permits calls under way at once at the most, 1 to 256
/// @param balanceUsd what was on it at the start, for one that tells no balance
public record AccountConfig(
    AccountKind kind,
    URI url,
    Optional<KeyPlace> key,
    Optional<NanoUsd> dailyUsd,
    OptionalInt permits,
    Optional<NanoUsd> balanceUsd) {
  /// The account with nothing but its kind.
  static AccountConfig of(AccountKind kind) {
    return new AccountConfig(
        kind,
        URI.create(kind.url()),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  Account named(String name) {
    return new Account(name, kind, url.toString(), dailyUsd, permits, balanceUsd);
  }
}
