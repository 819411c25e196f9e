package dev.interlock.core.profile;

import java.util.List;

/// A name for a job that callers ask for (B1): what serves it is configuration.
///
/// @param name as callers ask for it
/// @param kind what its routes do
/// @param tiers in order, local first as a rule (B2)
/// @param delivery how a streamed answer reaches its caller
/// @param patience how often and how long is tried
public record Profile(
    String name, Kind kind, List<Tier> tiers, Delivery delivery, Patience patience) {
  public Profile {
    tiers = List.copyOf(tiers);
  }

  /// How often and how long is tried.
  ///
  /// @param budget over all attempts
  /// @param limits of each attempt
  public record Patience(Budget budget, Limits limits) {
    /// Three attempts within 30 s, and the default limits.
    public static final Patience DEFAULT = new Patience(Budget.DEFAULT, Limits.DEFAULT);
  }
}
