package dev.interlock.runtime.egress;

/// How many texts an engine takes in one call: what file or engine say, and less where it refuses
/// (C15). What was learned from refusals only ever shrinks.
///
/// Thread: any.
public final class BatchCap {
  private int told;
  private int learned = Integer.MAX_VALUE;

  BatchCap(int told) {
    this.told = told;
  }

  /// Texts in one call at the most, 1 or more.
  public synchronized int now() {
    return Math.min(told, learned);
  }

  /// A batch of that size was refused though each of its texts was taken alone.
  public synchronized void refused(int size) {
    atMost((size + 1) / 2);
  }

  /// No more than that was taken.
  synchronized void atMost(int size) {
    learned = Math.max(1, Math.min(now(), size));
  }

  synchronized void told(int cap) {
    told = cap;
  }
}
