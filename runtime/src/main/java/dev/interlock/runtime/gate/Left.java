package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Own;
import dev.interlock.core.gate.Vouched;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.TableName;
import java.util.Optional;

/// What a route made under one verdict and left behind without a check that vouches for all of it.
///
/// @param model that the route promised then; empty where that was this run of the server
/// @param vouched how far good checks vouch for it
/// @param own the route's own vectors of that admission
/// @param came texts that came back since the last good check; 0 for a run of the server before
///   this one, whose rows are all on disk
/// @param earlier whether it was made by an earlier run
record Left(
    String route,
    TableName table,
    Optional<String> model,
    String verdict,
    Vouched vouched,
    Own own,
    int came,
    boolean earlier) {
  /// Whether a route is the one that made it, so that what it answers now speaks for or against it.
  boolean of(Route other) {
    return other.name().equals(route) && model.filter(m -> !m.equals(other.model())).isEmpty();
  }

  /// Whether rows from that stretch on may be on their way to the disk.
  boolean mayCome(long from) {
    return !earlier && (came > 0 || from < vouched.last());
  }
}
