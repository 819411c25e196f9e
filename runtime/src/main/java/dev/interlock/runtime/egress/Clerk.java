package dev.interlock.runtime.egress;

import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Ledger;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;

/// What it takes to write down attempts: the ledger, and both clocks.
///
/// @param ledger takes the rows
/// @param ticker measures how long an attempt took
/// @param wall says when it began
public record Clerk(Ledger ledger, Ticker ticker, WallClock wall) {
  /// The trail of a request that came from outside and has an id.
  ///
  /// @param requested the caller's own word for what it wants
  public Trail trail(Errand errand, String requested) {
    return new Trail(this, errand, requested);
  }

  /// The trail of a request of the server's own, with a fresh id.
  ///
  /// @param requested what is wanted
  public Trail own(AttemptKind kind, Asker asker, String requested) {
    return trail(new Errand(ledger.nextRequest(), kind, asker), requested);
  }
}
