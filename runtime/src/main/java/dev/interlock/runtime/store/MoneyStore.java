package dev.interlock.runtime.store;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Residue;
import dev.interlock.core.money.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Money on disk (B5, design §2.5): what is set aside, what was spent, what things cost.
///
/// Thread: any; blocks.
public final class MoneyStore implements MoneyBook {
  /// Settled calls removed in one work.
  private static final int SWEPT_AT_ONCE = 500;

  private static final String DECLARED = "SELECT account FROM declared_balances";

  private final Database database;

  public MoneyStore(Database database) {
    this.database = database;
  }

  /// A reservation that was never settled.
  ///
  /// @param generation the provider's own id of the call, where it was told
  public record Unsettled(MoneyEntry.Reserved reserved, Optional<String> generation) {}

  /// What a scope spent in a quarter of an hour.
  ///
  /// @param from the quarter's begin
  /// @param unpriced of the calls, those whose cost nobody knows
  public record Spent(Scope scope, Instant from, NanoUsd amount, long calls, long unpriced) {}

  @Override
  public void write(List<MoneyEntry> entries) {
    database.write(
        connection -> {
          try (var rows = new MoneyRows(connection)) {
            rows.write(entries);
          }
          return entries.size();
        });
  }

  @Override
  public List<Unsettled> unsettled() {
    return database.read(MoneyRows::unsettled);
  }

  @Override
  public List<Spent> spentSince(Instant since) {
    return database.read(connection -> MoneyRows.spentSince(connection, since));
  }

  @Override
  public Map<String, Residue.Base> bases() {
    return database.read(MoneyRows::bases);
  }

  /// Removes calls that were settled before then.
  public void expire(Instant before) {
    int removed = SWEPT_AT_ONCE;
    while (removed == SWEPT_AT_ONCE) {
      removed = database.write(c -> MoneyRows.expire(c, before, SWEPT_AT_ONCE));
    }
    database.write(connection -> MoneyRows.expireSums(connection, before));
  }

  /// Keeps an account's list of prices in place of the one before.
  public void list(String account, Map<String, Price> prices) {
    database.write(
        connection -> {
          Sql.update(connection, "DELETE FROM prices WHERE account = ?", account);
          for (var price : prices.entrySet()) {
            MoneyRows.insert(connection, account, price.getKey(), price.getValue());
          }
          return prices.size();
        });
  }

  /// An account's list of prices; empty if none was read yet.
  public Map<String, Price> listed(String account) {
    return database.read(connection -> MoneyRows.prices(connection, account));
  }

  /// Keeps the balances that a person declared, for those accounts and no other. What was spent
  /// since counts from the moment at which a figure is declared first, or another one.
  public void declare(Map<String, NanoUsd> balances, Instant now) {
    database.write(
        connection -> {
          for (var gone : Sql.list(connection, DECLARED, row -> row.getString(1))) {
            if (!balances.containsKey(gone)) {
              Sql.update(connection, "DELETE FROM declared_balances WHERE account = ?", gone);
            }
          }
          for (var balance : balances.entrySet()) {
            MoneyRows.declare(connection, balance.getKey(), balance.getValue(), now);
          }
          return balances.size();
        });
  }

  /// What is left of an account's declared balance; empty if none was declared.
  public Optional<NanoUsd> left(String account) {
    return database.read(connection -> MoneyRows.left(connection, account));
  }

  static Scope.Kind kind(String word) {
    return Scope.Kind.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
