package dev.interlock.core.fanout;

/// How many texts a provider is sent in one call: doubled while that costs no speed, halved where
/// it does, after a failure, and where a call would last too long.
///
/// Confined to its puller.
final class CallSize {
  /// The first call's.
  static final int FIRST = 8;

  /// A call should not last longer: what is lost with it, and what others wait for at the end.
  static final long LONGEST = 3_000_000_000L;

  /// Less than that share of the smaller size's speed, and the smaller size is better.
  private static final double WORSE = 0.95;

  /// Full calls at a size before it is judged.
  private static final int SAMPLES = 2;

  private static final int FIRST_HOLD = 16;
  private static final int LONGEST_HOLD = 1024;

  private int now = FIRST;
  private int cap = Integer.MAX_VALUE;
  private int samples;
  private double rate;
  private double smaller;
  private int hold;
  private int nextHold = FIRST_HOLD;

  /// Texts of the next call, 1 or more.
  ///
  /// @param most what the provider's admission allows
  int next(int most) {
    return Math.min(Math.min(now, cap), most);
  }

  /// A call was answered whole.
  ///
  /// @param most what the provider's admission allows
  void answered(int texts, long took, int most) {
    hold = Math.max(0, hold - 1);
    if (took > LONGEST + LONGEST / 2) {
      slow(texts, took);
    } else if (texts >= next(most)) {
      full(texts, took, most);
    }
  }

  private void slow(int texts, long took) {
    int fitting = (int) Math.max(1, texts * LONGEST / took);
    if (fitting < now) {
      move(fitting);
      smaller = 0;
    }
  }

  private void full(int texts, long took, int most) {
    double measured = texts * 1e9 / Math.max(1, took);
    samples++;
    rate = samples == 1 ? measured : (rate + measured) / 2;
    if (samples < SAMPLES) {
      return;
    }
    if (smaller > 0 && rate < WORSE * smaller) {
      move(Math.max(1, now / 2));
      smaller = 0;
      pause();
    } else if (hold == 0 && now < Math.min(cap, most) && 2 * took <= LONGEST) {
      double before = rate;
      nextHold = smaller > 0 ? FIRST_HOLD : nextHold;
      move(Math.min(2 * now, Math.min(cap, most)));
      smaller = before;
    }
  }

  /// A call brought nothing.
  void failed(int texts) {
    if (texts >= Math.min(now, cap)) {
      move(Math.max(1, Math.min(now, texts) / 2));
      smaller = 0;
      pause();
    }
  }

  /// A larger call was refused for its size.
  void capped(int texts) {
    cap = Math.max(1, Math.min(cap, texts));
  }

  private void pause() {
    hold = nextHold;
    nextHold = Math.min(LONGEST_HOLD, 2 * nextHold);
  }

  private void move(int size) {
    now = size;
    samples = 0;
    rate = 0;
  }
}
