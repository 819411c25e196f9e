package dev.interlock.core.gate;

import java.util.Optional;

/// What a route really answered to a probe set: the only thing that the gate judges.
///
/// Only the gate's prober makes one, from answers to probes that it sent itself; the build checks
/// that (design §2.2). Not a record, so that its constructor stays out of reach of a pattern or a
/// copy.
public final class Measured {
  private final String route;
  private final ProbeSet set;
  private final Mode single;
  private final Pass singles;
  private final Mode full;
  private final Optional<Pass> batched;
  private final Optional<Pass> reversed;

  private Measured(
      String route,
      ProbeSet set,
      Mode single,
      Pass singles,
      Mode full,
      Optional<Pass> batched,
      Optional<Pass> reversed) {
    this.route = route;
    this.set = set;
    this.single = single;
    this.singles = singles;
    this.full = full;
    this.batched = batched;
    this.reversed = reversed;
  }

  /// For the gate's prober alone.
  ///
  /// @param route the route that answered
  /// @param set what it was asked
  /// @param single the mode of the one-by-one pass
  /// @param singles the answers one by one
  /// @param full the mode of the two other passes; equal to `single` for a route that takes one
  ///   text a call
  /// @param batched the answers in full batches, absent where `full` is `single`
  /// @param reversed the answers in full batches with the texts in reversed order, put back into
  ///   the set's order
  public static Measured byProber(
      String route,
      ProbeSet set,
      Mode single,
      Pass singles,
      Mode full,
      Optional<Pass> batched,
      Optional<Pass> reversed) {
    return new Measured(route, set, single, singles, full, batched, reversed);
  }

  /// The route that answered.
  public String route() {
    return route;
  }

  /// What it was asked.
  public ProbeSet set() {
    return set;
  }

  /// The mode of the one-by-one pass.
  public Mode single() {
    return single;
  }

  /// The answers one by one.
  public Pass singles() {
    return singles;
  }

  /// The mode of the batched passes.
  public Mode full() {
    return full;
  }

  /// The answers in full batches.
  public Optional<Pass> batched() {
    return batched;
  }

  /// The answers in full batches with the texts reversed, in the set's order again.
  public Optional<Pass> reversed() {
    return reversed;
  }
}
