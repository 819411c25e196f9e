package dev.interlock.runtime.account;

import java.util.Optional;

/// What the accounts of routes have against any call of now, whatever it costs. Asks nobody and
/// reserves nothing.
///
/// Thread: any.
public interface Holds {
  /// Whether a route has an account.
  boolean paid(String route);

  /// What the account of a route has against any call; empty for a route without one.
  Optional<Held> of(String route);
}
