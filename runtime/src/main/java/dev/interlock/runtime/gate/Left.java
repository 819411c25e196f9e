package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Own;
import dev.interlock.core.gate.Vouched;
import dev.interlock.core.table.TableName;

/// What a route made under one verdict and left behind without a check that vouches for all of it.
///
/// @param vouched how far good checks vouch for it
/// @param own the route's own vectors of that admission
/// @param came texts that came back since the last good check; 0 for a run of the server before
///   this one, whose rows are all on disk
/// @param earlier whether it was made by an earlier run
record Left(
    String route,
    TableName table,
    String verdict,
    Vouched vouched,
    Own own,
    int came,
    boolean earlier) {
  /// Whether rows from that stretch on may be on their way to the disk.
  boolean mayCome(long from) {
    return !earlier && (came > 0 || from < vouched.last());
  }
}
