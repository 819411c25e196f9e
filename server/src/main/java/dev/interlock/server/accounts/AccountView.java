package dev.interlock.server.accounts;

import dev.interlock.core.account.Account;
import dev.interlock.core.budget.View;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.runtime.store.AccountSetting;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// An account as people see it. No part of a key is in it.
///
/// @param state where its money stands, or `unreachable` while its sidecar is
/// @param key `present` or `absent`
/// @param keySource `pushed`, or `found` by the sidecar itself; empty where there is none
/// @param credit dollars left
/// @param creditWhy why there is no figure, or where it comes from
/// @param burnUsdPerHour how fast the credit falls; where none is known, what calls cost
/// @param runsOutAt when none is left at that rate
/// @param cooldownUntil until when the provider is left alone
/// @param opensAt when a capped key may spend again
/// @param dailyUsd what may be spent on a day
/// @param models what it may be asked for; empty for all
public record AccountView(
    String name,
    String kind,
    String url,
    String state,
    boolean enabled,
    String key,
    Optional<String> keySource,
    Optional<Instant> pushedAt,
    Permits permits,
    Rpm rpm,
    Optional<BigDecimal> credit,
    String creditWhy,
    Optional<BigDecimal> burnUsdPerHour,
    Optional<Instant> runsOutAt,
    Optional<Instant> cooldownUntil,
    Optional<Instant> opensAt,
    Optional<BigDecimal> dailyUsd,
    List<String> models) {

  private static final String UNREACHABLE = "unreachable";

  /// Permits.
  ///
  /// @param inFlight how many are out
  /// @param waiting who waits for one
  /// @param effective how many may be out now
  /// @param source `manual`, `discovered`, `credits` or `fallback`
  public record Permits(
      int inFlight, int waiting, int effective, int ceiling, String source, String why) {}

  /// Calls a minute.
  public record Rpm(
      OptionalInt reported, OptionalInt believed, OptionalInt enforced, int started) {}

  /// Whether the sidecar holds a key, and whence.
  enum KeyState {
    ABSENT,
    PUSHED,
    FOUND
  }

  /// @param reachable whether the sidecar that holds its key is there
  record Standing(boolean reachable, boolean enabled) {}

  record Facts(
      Account account,
      AccountSetting setting,
      Standing standing,
      Optional<NanoUsd> daily,
      KeyState key,
      Discovery.Known known) {}

  record Now(Instant wall, long nanos) {
    private Optional<Instant> at(OptionalLong tick) {
      return tick.isPresent()
          ? Optional.of(wall.plusNanos(tick.getAsLong() - nanos))
          : Optional.empty();
    }
  }

  static AccountView of(Facts facts, View budget, Now now) {
    var account = facts.account();
    var permits = budget.permits();
    var rpm = budget.rpm();
    var burn = facts.known().burn();
    return new AccountView(
        account.name(),
        account.kind().word(),
        account.url(),
        facts.standing().reachable() ? budget.state().word() : UNREACHABLE,
        facts.standing().enabled(),
        facts.key() == KeyState.ABSENT ? "absent" : "present",
        facts.key() == KeyState.ABSENT ? Optional.empty() : Optional.of(word(facts.key())),
        facts.setting().pushedAt(),
        new Permits(
            permits.inFlight(),
            permits.waiting(),
            permits.effective(),
            permits.ceiling(),
            permits.source().name().toLowerCase(Locale.ROOT),
            permits.why()),
        new Rpm(rpm.reported(), rpm.believed(), rpm.enforced(), rpm.started()),
        burn.balance().map(AccountView::usd),
        facts.known().why(),
        facts.known().perHour().map(AccountView::usd),
        burn.runsOutAt(),
        now.at(budget.cooldownUntilNanos()),
        now.at(budget.opensNanos()),
        facts.daily().map(AccountView::usd),
        facts.setting().models());
  }

  private static String word(KeyState key) {
    return key.name().toLowerCase(Locale.ROOT);
  }

  private static BigDecimal usd(NanoUsd amount) {
    return new BigDecimal(amount.words());
  }
}
