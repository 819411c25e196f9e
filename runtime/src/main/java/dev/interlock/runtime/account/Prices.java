package dev.interlock.runtime.account;

import dev.interlock.core.money.Price;
import dev.interlock.core.money.PriceBook;
import dev.interlock.runtime.store.MoneyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What the models of all accounts cost (C54): the providers' own lists, kept over restarts with
/// the day on which they were read, and what the file declares, which comes before them.
///
/// Thread: any; only [#listed] blocks.
public final class Prices {
  private final MoneyStore store;
  private final Map<String, PriceBook> books = new ConcurrentHashMap<>();

  /// Reads the lists that were kept.
  ///
  /// @param accounts names of all accounts
  /// @param declared the file's prices, by account and then by model
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses
  public Prices(MoneyStore store, Set<String> accounts, Map<String, Map<String, Price>> declared) {
    this.store = store;
    var all = new HashMap<>(declared);
    accounts.forEach(account -> all.putIfAbsent(account, Map.of()));
    all.forEach((account, own) -> books.put(account, new PriceBook(store.listed(account), own)));
  }

  /// A model's price on an account; empty if nobody knows one.
  public Optional<Price> of(String account, String model) {
    return books.getOrDefault(account, PriceBook.EMPTY).of(model);
  }

  /// A provider's list was read: it takes the place of the one before. Blocks.
  ///
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses; the list counts all
  ///   the same
  public void listed(String account, Map<String, Price> prices) {
    books.compute(
        account,
        (_, old) ->
            new PriceBook(
                prices, Optional.ofNullable(old).map(PriceBook::declared).orElse(Map.of())));
    store.list(account, prices);
  }
}
