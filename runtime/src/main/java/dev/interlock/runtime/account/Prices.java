package dev.interlock.runtime.account;

import dev.interlock.core.money.Price;
import dev.interlock.core.money.PriceBook;
import dev.interlock.runtime.store.MoneyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
  /// @param declared the file's word, by account
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses
  public Prices(MoneyStore store, Set<String> accounts, Map<String, Declared> declared) {
    this.store = store;
    var all = new HashMap<>(declared);
    accounts.forEach(account -> all.putIfAbsent(account, Declared.NOTHING));
    all.forEach(
        (account, own) ->
            books.put(
                account, new PriceBook(store.listed(account), own.prices(), own.mostWritten())));
  }

  /// What the file says of an account's models, by their names.
  ///
  /// @param mostWritten tokens of an answer at the most
  public record Declared(Map<String, Price> prices, Map<String, Long> mostWritten) {
    /// It says nothing.
    public static final Declared NOTHING = new Declared(Map.of(), Map.of());
  }

  /// A model's price on an account; empty if nobody knows one.
  public Optional<Price> of(String account, String model) {
    return books.getOrDefault(account, PriceBook.EMPTY).of(model);
  }

  /// Tokens that a model writes in one answer at the most; empty if nobody says so.
  public OptionalLong mostWritten(String account, String model) {
    return books.getOrDefault(account, PriceBook.EMPTY).mostWritten(model);
  }

  /// A provider's list was read: it takes the place of the one before. Blocks.
  ///
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses; the list counts all
  ///   the same
  public void listed(String account, Map<String, Price> prices) {
    books.compute(
        account, (_, old) -> Optional.ofNullable(old).orElse(PriceBook.EMPTY).with(prices));
    store.list(account, prices);
  }
}
