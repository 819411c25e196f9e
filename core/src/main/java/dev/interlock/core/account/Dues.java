package dev.interlock.core.account;

import dev.interlock.core.money.Cost;
import java.util.Optional;

/// What a call meant to the account that pays for it; [#NONE] for a call that no account pays for.
///
/// @param cost what it cost; empty where nothing of it is to be paid, or nobody knows
/// @param hold why the account let nothing through, where it did not
public record Dues(Optional<Cost> cost, Optional<Hold> hold) {
  /// No account had to do with it.
  public static final Dues NONE = new Dues(Optional.empty(), Optional.empty());

  /// Nothing was paid.
  public static Dues held(Hold hold) {
    return new Dues(Optional.empty(), Optional.of(hold));
  }

  /// Those of both calls.
  public Dues and(Dues other) {
    return new Dues(
        cost.flatMap(c -> other.cost.map(c::plus)).or(() -> cost).or(() -> other.cost),
        hold.or(() -> other.hold));
  }
}
