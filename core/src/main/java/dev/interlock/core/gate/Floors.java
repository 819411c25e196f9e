package dev.interlock.core.gate;

/// The gate's lines. Constants of the product: no setting moves them (A3, gate-evidence "Rules to
/// build").
public final class Floors {
  /// Least cosine of a probe to its anchor; a cosine equal to it passes.
  public static final double MINIMUM = 0.99;

  /// Least relative cosine: `1 - (1 - c) / (1 - u)`, with `u` the mean cosine of different probes.
  public static final double RELATIVE = 0.97;

  /// Largest displacement of all probes together.
  public static final double DISPLACEMENT = 0.10;

  /// Least ratio of a tail pair's distance under the candidate to that under the anchors.
  public static final double TAIL_RATIO = 0.5;

  /// A builder must tell the halves of a tail pair apart: cosine below this.
  public static final double TAIL_SAME = 0.99999;

  /// Two different probes at this cosine or more make a builder unfit.
  public static final double DISTINCT = 0.999;

  /// One by one against batched: below this a route may serve only one text a call.
  public static final double SELF_AGREEMENT = 0.9999;

  /// A canary below this cosine to the route's own admission vectors is an alarm.
  public static final double CANARY = 0.9999;

  /// Every probe at least this: grade `same`.
  public static final double SAME = 0.999;

  private Floors() {}
}
