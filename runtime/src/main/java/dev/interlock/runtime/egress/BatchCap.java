package dev.interlock.runtime.egress;

/// The number of texts that an engine takes in one call, learned from its refusals (C15). It only
/// ever shrinks.
///
/// Thread: any.
public final class BatchCap {
  private volatile int cap;

  BatchCap(int configured) {
    this.cap = configured;
  }

  /// Texts in one call at the most, 1 or more.
  public int now() {
    return cap;
  }

  /// A batch of that size was refused though each of its texts was taken alone.
  public synchronized void refused(int size) {
    cap = Math.max(1, Math.min(cap, (size + 1) / 2));
  }
}
