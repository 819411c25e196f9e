package dev.interlock.runtime.store;

import dev.interlock.core.money.NanoUsd;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What was decided of an account at run time (A15).
///
/// @param epoch of the newest configuration that was sent; grows with each
/// @param enabled empty where nobody decided
/// @param daily empty where the file's word holds
/// @param models what it may be asked for; empty for all
/// @param pushedAt when a key was pushed last
public record AccountSetting(
    long epoch,
    Optional<Boolean> enabled,
    Optional<NanoUsd> daily,
    List<String> models,
    Optional<Instant> pushedAt) {
  /// Nothing was decided.
  public static final AccountSetting NONE =
      new AccountSetting(0, Optional.empty(), Optional.empty(), List.of(), Optional.empty());

  public AccountSetting {
    models = List.copyOf(models);
  }
}
