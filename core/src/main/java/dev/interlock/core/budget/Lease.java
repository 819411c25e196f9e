package dev.interlock.core.budget;

/// A permit that is out: leave for one call at a time on an account, until it is returned or
/// expires.
///
/// @param id grows with each lease of the account, and so tells a newer from an older
/// @param startedNanos when it was given: the call counts as started then
/// @param expiresNanos when it comes back by itself, because its holder must be dead
public record Lease(
    long id, String holder, String project, Use use, long startedNanos, long expiresNanos) {

  Lease until(long tick) {
    return new Lease(id, holder, project, use, startedNanos, tick);
  }
}
