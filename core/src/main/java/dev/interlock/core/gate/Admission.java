package dev.interlock.core.gate;

import dev.interlock.core.table.TableName;

/// Proof that a route, as it served when it was measured, agrees with a table's anchors.
///
/// Only [Standing] makes one, out of a judgement that agrees; nothing sends text to an embedding
/// route without one (A3, design §2.2). Bound to (route, table, probe set, epoch): once the epoch
/// has moved on, the embedding door refuses it. Not a record: a record's constructor can't be
/// hidden.
public final class Admission {
  private final String route;
  private final TableName table;
  private final String probeSet;
  private final long judged;
  private final long epoch;
  private final Mode mode;

  private Admission(Admission of, long epoch) {
    this(of.route, of.table, of.probeSet, of.judged, epoch, of.mode);
  }

  private Admission(
      String route, TableName table, String probeSet, long judged, long epoch, Mode mode) {
    this.route = route;
    this.table = table;
    this.probeSet = probeSet;
    this.judged = judged;
    this.epoch = epoch;
    this.mode = mode;
  }

  static Admission of(
      String route, TableName table, String probeSet, long epoch, Judgement.Agrees judgement) {
    return new Admission(route, table, probeSet, epoch, epoch, judgement.mode());
  }

  /// The same in a later epoch, for a route that was found to be what it was: what it makes comes
  /// from the same verdict.
  Admission confirmed(long later) {
    return new Admission(this, later);
  }

  /// The admitted route.
  public String route() {
    return route;
  }

  /// The table it may serve.
  public TableName table() {
    return table;
  }

  /// Version of the probe set that it was measured with.
  public String probeSet() {
    return probeSet;
  }

  /// The epoch of (route, table) in which it holds.
  public long epoch() {
    return epoch;
  }

  /// The widest mode in which it may serve.
  public Mode mode() {
    return mode;
  }

  /// Name of the verdict that it came from, as rows keep it: table, route and the epoch in which it
  /// was judged.
  public String verdictId() {
    return "%s/%s/%d".formatted(table.word(), route, judged);
  }

  @Override
  public String toString() {
    return "Admission[%s to %s, epoch %d]".formatted(route, table.word(), epoch);
  }
}
