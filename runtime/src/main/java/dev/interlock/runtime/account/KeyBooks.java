package dev.interlock.runtime.account;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.store.MoneyEntry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// What the till knows of each account besides its calls: from where it is counted what the key was
/// billed, when money last moved, what was settled.
///
/// Thread: the till's mailbox; [#settled(String)] any.
final class KeyBooks {
  private final Ticker ticker;
  private final Map<String, Residue.Base> bases = new HashMap<>();
  private final Map<String, Long> moved = new HashMap<>();
  private final Map<String, Long> lost = new HashMap<>();
  private final Set<String> told = new HashSet<>();
  private final Map<String, NanoUsd> settled = new ConcurrentHashMap<>();

  KeyBooks(Ticker ticker) {
    this.ticker = ticker;
  }

  /// Takes over from where it is counted.
  void takeOver(Map<String, Residue.Base> before) {
    bases.putAll(before);
  }

  /// Money moves now; at the start, it may have until now.
  void moved(String account) {
    moved.put(account, ticker.nanos());
    told.remove(account);
  }

  /// A call is lost.
  ///
  /// @param named whether it can be asked for by the provider's own id
  void lost(Charge charge, boolean named) {
    if (!named) {
      lost.put(charge.id(), ticker.nanos());
    }
    moved(charge.account());
  }

  /// A call is open no more.
  void closed(Charge charge, MoneyEntry.Ending ending) {
    var cost =
        switch (ending) {
          case MoneyEntry.Settled s -> s.cost().map(Cost::amount).orElse(NanoUsd.ZERO);
          case MoneyEntry.Released _ -> NanoUsd.ZERO;
        };
    lost.remove(charge.id());
    settled.merge(charge.account(), cost, NanoUsd::plus);
    bases.computeIfPresent(charge.account(), (_, base) -> base.plus(cost));
    moved(charge.account());
  }

  /// It is counted from there; empty where nothing can be counted from any more.
  void based(String account, Optional<Residue.Base> base) {
    base.ifPresentOrElse(b -> bases.put(account, b), () -> bases.remove(account));
  }

  /// Whether it is counted from anywhere.
  boolean based(String account) {
    return bases.containsKey(account);
  }

  /// An account's books.
  ///
  /// @param open all calls that are not settled, of any account
  Residue.Books of(String account, Stream<Charge> open) {
    var last = Optional.ofNullable(moved.get(account));
    return new Residue.Books(
        Optional.ofNullable(bases.get(account)),
        open.filter(charge -> charge.account().equals(account))
            .sorted(Comparator.comparing(Charge::id))
            .map(this::open)
            .toList(),
        last.isPresent() ? OptionalLong.of(last.get()) : OptionalLong.empty());
  }

  private Residue.Open open(Charge charge) {
    var since = Optional.ofNullable(lost.get(charge.id()));
    return new Residue.Open(
        charge.id(),
        charge.worst(),
        since.isPresent() ? OptionalLong.of(since.get()) : OptionalLong.empty());
  }

  /// Accounts that it is counted of, and that were not told of since their money last moved.
  Set<String> untold() {
    var untold = new HashSet<>(bases.keySet());
    untold.removeAll(told);
    return untold;
  }

  void told(String account) {
    told.add(account);
  }

  /// What calls of an account have cost since this process began.
  NanoUsd settled(String account) {
    return settled.getOrDefault(account, NanoUsd.ZERO);
  }
}
