package dev.interlock.runtime.account;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Use;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// An asker that keeps what it is told.
final class Permitted implements Permits.Asker {
  private final List<Lease> leases = new CopyOnWriteArrayList<>();
  private final List<Effect.Refused> refusals = new CopyOnWriteArrayList<>();

  static Permits.Wish wish(Duration wait) {
    return new Permits.Wish("test", "p", Use.BULK, wait, Duration.ofMinutes(10));
  }

  @Override
  public void granted(Lease lease) {
    leases.add(lease);
  }

  @Override
  public void refused(Effect.Refused refusal) {
    refusals.add(refusal);
  }

  boolean told() {
    return !leases.isEmpty() || !refusals.isEmpty();
  }

  int times() {
    return leases.size() + refusals.size();
  }

  boolean has() {
    return !leases.isEmpty();
  }

  Lease lease() {
    return leases.getFirst();
  }

  Effect.Refused refusal() {
    return refusals.getFirst();
  }
}
