package dev.interlock.core.budget;

/// A wish for one permit.
///
/// @param waiter the asker's own number, not in use by another waiter
/// @param holder who will hold the permit, such as a sidecar's name
/// @param project whose share it is, empty for work of no project
/// @param waitNanos how long it waits at the most, 0 or more; 0 means now or never
/// @param termNanos how long the lease lasts unless it is renewed, 1 or more: above the call's own
///   time-outs, since a call that outlives its lease is no longer counted
public record Ask(
    long waiter, String holder, String project, Use use, long waitNanos, long termNanos) {
  public Ask {
    if (waitNanos < 0 || termNanos < 1) {
      throw new IllegalArgumentException(
          "waitNanos must be 0 or more and termNanos 1 or more, got %d, %d"
              .formatted(waitNanos, termNanos));
    }
  }
}
