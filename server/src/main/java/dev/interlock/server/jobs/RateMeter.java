package dev.interlock.server.jobs;

import java.util.ArrayDeque;
import java.util.Deque;

/// Texts a second over the last half minute. Confined to its owner.
final class RateMeter {
  private static final long WINDOW_NANOS = 30_000_000_000L;

  private record Sample(long at, int texts) {}

  private final Deque<Sample> samples = new ArrayDeque<>();
  private long texts;

  void add(long at, int count) {
    samples.addLast(new Sample(at, count));
    texts += count;
    trim(at);
  }

  /// 0 until there is something to divide by.
  double perSecond(long now) {
    trim(now);
    if (samples.isEmpty()) {
      return 0;
    }
    long nanos = now - samples.getFirst().at();
    return nanos <= 0 ? 0 : texts * 1e9 / nanos;
  }

  private void trim(long now) {
    while (!samples.isEmpty() && now - samples.getFirst().at() > WINDOW_NANOS) {
      texts -= samples.removeFirst().texts();
    }
  }
}
