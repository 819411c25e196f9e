package dev.interlock.runtime.store;

import dev.interlock.core.money.Residue;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Where a till writes down money, and what it finds there at the next start.
///
/// Thread: any; blocks.
public interface MoneyBook {
  /// Makes entries durable, all or none.
  ///
  /// @throws StoreException if the disk refuses
  void write(List<MoneyEntry> entries);

  /// Reservations that nobody has settled, oldest first.
  List<MoneyStore.Unsettled> unsettled();

  /// What all scopes spent since then, by quarters of an hour; the one that holds `since` is whole.
  List<MoneyStore.Spent> spentSince(Instant since);

  /// From where it is counted what keys were billed besides, by account, with what was settled
  /// since.
  Map<String, Residue.Base> bases();
}
