package dev.interlock.app.config;

import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Profile;
import java.util.List;

/// What serves a job.
///
/// @param kind what its routes do
/// @param tiers route names of each tier in order, at least one tier with at least one route; none
///   twice
/// @param delivery how a streamed answer reaches its caller
/// @param patience how often and how long is tried
public record ProfileConfig(
    Kind kind, List<List<String>> tiers, Delivery delivery, Profile.Patience patience) {

  public ProfileConfig {
    tiers = tiers.stream().map(List::copyOf).toList();
  }
}
