package dev.interlock.it.standin;

import dev.interlock.core.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/// How many calls came and how many were under way at once, over all paths of a stand-in except its
/// own switches. A call begins with its head and is over before its last byte leaves, or when its
/// caller has gone.
///
/// Thread: any.
final class Tally {
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  private final Ticker ticker;
  private final Map<String, Long> paths = new TreeMap<>();
  private final Map<Integer, Long> statuses = new TreeMap<>();
  private final Deque<Long> starts = new ArrayDeque<>();
  private int inFlight;
  private int peak;
  private int peakStarts;
  private long calls;
  private long left;

  Tally(Ticker ticker) {
    this.ticker = ticker;
  }

  synchronized void began(String path) {
    paths.merge(path, 1L, Long::sum);
    calls++;
    inFlight++;
    peak = Math.max(peak, inFlight);
    starts.addLast(ticker.nanos());
    forgetOldStarts();
    peakStarts = Math.max(peakStarts, starts.size());
  }

  /// @param byCaller whether the caller left before the end
  synchronized void ended(boolean byCaller) {
    inFlight--;
    left += byCaller ? 1 : 0;
  }

  synchronized void said(int status) {
    statuses.merge(status, 1L, Long::sum);
  }

  synchronized int inFlight() {
    return inFlight;
  }

  synchronized int peak() {
    return peak;
  }

  /// Calls that began within the minute that ends now.
  synchronized int startsInMinute() {
    forgetOldStarts();
    return starts.size();
  }

  private void forgetOldStarts() {
    long now = ticker.nanos();
    while (!starts.isEmpty() && now - starts.getFirst() >= MINUTE_NANOS) {
      starts.removeFirst();
    }
  }

  /// Begins anew with what is under way.
  synchronized void forget() {
    paths.clear();
    statuses.clear();
    starts.clear();
    calls = 0;
    left = 0;
    peak = inFlight;
    peakStarts = 0;
  }

  synchronized Map<String, Object> told() {
    forgetOldStarts();
    return Json.of(
        "calls", calls,
        "inFlight", inFlight,
        "peakParallel", peak,
        "startsPerMinute", Json.of("now", starts.size(), "peak", peakStarts),
        "abandoned", left,
        "paths", Map.copyOf(paths),
        "statuses", Map.copyOf(statuses));
  }
}
