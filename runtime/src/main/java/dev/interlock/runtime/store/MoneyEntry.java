package dev.interlock.runtime.store;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Reservation;
import dev.interlock.core.money.Residue;
import java.time.Instant;
import java.util.Optional;

/// What is written down about money.
public sealed interface MoneyEntry {
  /// The end of one call's money.
  sealed interface Ending extends MoneyEntry {
    /// The call's id.
    String id();
  }

  /// Money is set aside.
  ///
  /// @param account who is paid from
  /// @param project who is charged besides, where one is named
  /// @param model as the account's provider calls it
  /// @param worst the most that the call can cost
  record Reserved(
      String id, String account, Optional<String> project, String model, NanoUsd worst, Instant at)
      implements MoneyEntry {}

  /// The provider's own id of the call is known, by which it can be asked for the cost.
  record Named(String id, String generation) implements MoneyEntry {}

  /// The call has ended. Nothing, if it was settled or released before.
  ///
  /// @param of what was set aside for it
  /// @param cost empty where nobody knows a price
  /// @param generation the provider's own id of the call, where it was told and not written before
  record Settled(Reservation of, Optional<Cost> cost, Instant at, Optional<String> generation)
      implements Ending {
    @Override
    public String id() {
      return of.id();
    }
  }

  /// Nothing of the call was sent, or nothing of it is billed: it is as if it had never been.
  /// Nothing, if it was settled before.
  record Released(String id) implements Ending {}

  /// From where it is counted what the account's key was billed besides.
  ///
  /// @param base empty where nothing can be counted from any more
  record Based(String account, Optional<Residue.Base> base) implements MoneyEntry {}
}
