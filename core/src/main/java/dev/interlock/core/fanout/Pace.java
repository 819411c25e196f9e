package dev.interlock.core.fanout;

/// How long a call of a provider takes, learned from its calls: a part for the call and a part for
/// each text, by least squares over calls that count less the older they are.
///
/// Unit: nanoseconds. Thread: any, a value.
record Pace(double calls, double texts, double nanos, double squares, double products) {
  /// Nothing is known.
  static final Pace UNKNOWN = new Pace(0, 0, 0, 0, 0);

  /// What one more call leaves of the weight of all before it.
  private static final double KEPT = 0.7;

  /// One call more.
  Pace after(int n, long took) {
    double d = Math.max(1, took);
    return new Pace(
        KEPT * calls + 1,
        KEPT * texts + n,
        KEPT * nanos + d,
        KEPT * squares + (double) n * n,
        KEPT * products + n * d);
  }

  boolean known() {
    return calls > 0;
  }

  /// How long a call of so many texts should take; 0 if nothing is known.
  double expected(double n) {
    return known() ? perCall() + n * perText() : 0;
  }

  /// Texts a second in calls of that size; 0 if nothing is known.
  double rate(double n) {
    return known() ? n * 1e9 / expected(n) : 0;
  }

  /// Nanoseconds of a call without its texts.
  double perCall() {
    return Math.max(0, (nanos - texts * perText()) / calls);
  }

  /// Nanoseconds of a text. Where calls of one size alone are known, all of a call is its texts'.
  double perText() {
    double mean = nanos / texts;
    double spread = squares - texts * texts / calls;
    if (spread < 1e-6 * squares) {
      return mean;
    }
    return Math.clamp((products - texts * nanos / calls) / spread, mean / 10, mean);
  }
}
