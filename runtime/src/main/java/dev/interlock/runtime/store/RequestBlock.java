package dev.interlock.runtime.store;

import java.util.concurrent.atomic.AtomicInteger;

/// A run of request ids that are given out one after another. Thread: any.
final class RequestBlock {
  private final long number;
  private final AtomicInteger next = new AtomicInteger();
  private volatile boolean reserved;

  RequestBlock(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  /// The next place in it, [RequestIds#BLOCK] or more if it is used up.
  int take() {
    // Read first, so that many late callers don't count on without end.
    int seen = next.get();
    return seen >= RequestIds.BLOCK ? seen : next.getAndIncrement();
  }

  /// Ids given out so far.
  int given() {
    return Math.min(next.get(), RequestIds.BLOCK);
  }

  /// Whether the disk knows that it is in use.
  boolean reserved() {
    return reserved;
  }

  void becomeReserved() {
    reserved = true;
  }
}
