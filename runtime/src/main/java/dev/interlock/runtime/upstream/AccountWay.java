package dev.interlock.runtime.upstream;

import dev.interlock.runtime.account.Payer;
import java.time.Duration;

/// A way to a cloud by an account.
///
/// @param way to its API; somebody else closes it
/// @param payer who pays for each call
/// @param patience how long a permit is waited for where somebody waits for the answer
/// @param tags what its cloud calls the providers behind a model
public record AccountWay(Upstream way, Payer payer, Duration patience, ProviderTags tags) {
  /// How long a permit is waited for where nobody does; whoever works for jobs comes again.
  public static final Duration BULK_PATIENCE = Duration.ofMinutes(1);
}
