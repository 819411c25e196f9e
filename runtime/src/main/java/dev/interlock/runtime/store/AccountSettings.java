package dev.interlock.runtime.store;

import dev.interlock.core.money.NanoUsd;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// What was decided of accounts at run time, on disk: the fact and the time of a push, and never a
/// key (A14, A15).
///
/// Thread: any; blocks.
public final class AccountSettings {
  private static final String UPSERT =
      """
      INSERT INTO account_settings (account, epoch, enabled, daily_nano_usd, models, pushed_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET epoch = excluded.epoch, enabled = excluded.enabled,
        daily_nano_usd = excluded.daily_nano_usd, models = excluded.models,
        pushed_at = excluded.pushed_at\
      """;
  private static final String FIND = "SELECT * FROM account_settings WHERE account = ?";

  private final Database database;

  public AccountSettings(Database database) {
    this.database = database;
  }

  /// What was decided of an account.
  public AccountSetting of(String account) {
    return database
        .read(connection -> Sql.first(connection, FIND, AccountSettings::row, account))
        .orElse(AccountSetting.NONE);
  }

  /// Keeps a decision, durably.
  ///
  /// @throws StoreException if the disk refuses
  public void keep(String account, AccountSetting setting) {
    database.write(
        connection ->
            Sql.update(
                connection,
                UPSERT,
                account,
                setting.epoch(),
                setting.enabled().map(on -> on ? 1 : 0),
                setting.daily().map(NanoUsd::nanos),
                String.join("\n", setting.models()),
                setting.pushedAt()));
  }

  private static AccountSetting row(ResultSet row) throws SQLException {
    return new AccountSetting(
        row.getLong("epoch"),
        number(row, "enabled").map(on -> on != 0),
        number(row, "daily_nano_usd").map(NanoUsd::new),
        List.of(row.getString("models").split("\n")).stream().filter(m -> !m.isEmpty()).toList(),
        Sql.optionalInstant(row, "pushed_at"));
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }
}
