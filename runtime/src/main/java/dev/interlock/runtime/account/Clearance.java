package dev.interlock.runtime.account;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Leave for one call on an account: a permit, and money that is set aside on disk. Both are given
/// back exactly once, whatever else is said later.
///
/// Thread: any; nothing blocks.
public final class Clearance {
  private final Desk desk;
  private final Charge charge;
  private final Optional<Price> price;
  private final Lease lease;
  private final AtomicBoolean paid = new AtomicBoolean();
  private final AtomicBoolean returned = new AtomicBoolean();

  Clearance(Desk desk, Charge charge, Optional<Price> price, Lease lease) {
    this.desk = desk;
    this.charge = charge;
    this.price = price;
    this.lease = lease;
  }

  /// The permit, which rides along with the call.
  public Lease lease() {
    return lease;
  }

  /// The provider has told its own id of the call: by that it can be asked what the call cost,
  /// after a crash too.
  public void named(String generation) {
    if (desk.keepsRecords()) {
      desk.till().named(charge.id(), generation);
    }
  }

  /// Settles the money. Where the provider keeps a record of each call, what a cut one cost is told
  /// as an estimate, and stays set aside until the record is read.
  ///
  /// @return what the call cost; empty where nothing of it is to be paid, or nobody knows
  public Optional<Cost> pay(Bill bill) {
    if (!paid.compareAndSet(false, true)) {
      return Optional.empty();
    }
    return switch (bill) {
      case Bill.Nothing _ -> {
        desk.till().release(charge.id());
        yield Optional.empty();
      }
      case Bill.Counted(var told, var count) -> {
        var cost = Cost.of(told, price, count);
        desk.till().settle(charge.id(), cost);
        yield cost;
      }
      case Bill.Cut(var generation, var count) -> {
        var cost = Cost.of(Optional.empty(), price, count);
        if (desk.keepsRecords() && generation.isPresent()) {
          desk.till().lost(charge.id(), generation);
        } else {
          desk.till().settle(charge.id(), cost);
        }
        yield cost;
      }
      case Bill.Unknown(var generation) -> {
        desk.till().lost(charge.id(), generation);
        yield Optional.empty();
      }
    };
  }

  /// Returns the permit: the provider's connection is free again.
  public void end(Outcome outcome) {
    if (returned.compareAndSet(false, true)) {
      desk.permits().ended(lease, outcome);
    }
  }

  /// The call was never sent.
  public void unsent() {
    end(new Outcome.Failed());
    pay(new Bill.Nothing());
  }

  /// What may still be spent today from the budgets that bound the call; empty where none does.
  public Optional<NanoUsd> left() {
    return desk.till().left(charge);
  }
}
