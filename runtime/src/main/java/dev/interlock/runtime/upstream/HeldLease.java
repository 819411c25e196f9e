package dev.interlock.runtime.upstream;

import dev.interlock.core.budget.Lease;
import java.util.Optional;

/// The permit that the work of this thread holds, for calls that block and leave by a client that
/// knows of no permits.
///
/// ```java
/// ScopedValue.where(HeldLease.CURRENT, lease).call(() -> client.embed(request))
/// ```
public final class HeldLease {
  /// Bound for as long as a call is under way with it.
  public static final ScopedValue<Lease> CURRENT = ScopedValue.newInstance();

  private HeldLease() {}

  static Optional<Lease> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }
}
