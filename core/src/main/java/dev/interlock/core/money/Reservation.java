package dev.interlock.core.money;

import java.time.Instant;
import java.util.Set;

/// Money that is set aside for one call before a byte of it leaves.
///
/// @param id of the call, once and for all
/// @param scopes whose money it is
/// @param worst the most that the call can cost
/// @param at when it was set aside, which decides the day that it belongs to
public record Reservation(String id, Set<Scope> scopes, NanoUsd worst, Instant at) {
  public Reservation {
    scopes = Set.copyOf(scopes);
  }
}
