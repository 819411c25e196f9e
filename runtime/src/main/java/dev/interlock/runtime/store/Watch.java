package dev.interlock.runtime.store;

import dev.interlock.core.gate.Vouched;
import dev.interlock.core.table.TableName;
import java.util.List;

/// The watch over what a route makes under one verdict, as it is kept.
///
/// @param model that the settings named for the route then: under another one it is another route,
///   which says nothing of these rows
/// @param verdict id of the verdict that admitted it; its rows bear it
/// @param epoch the epoch of that verdict
/// @param vouched how far good checks vouch for its rows
/// @param own its own vectors of the probes at that admission, one by one, in the set's order, all
///   of one width; never none
public record Watch(
    String route,
    TableName table,
    String model,
    String verdict,
    long epoch,
    Vouched vouched,
    List<float[]> own) {
  public Watch {
    own = List.copyOf(own);
    if (own.isEmpty()) {
      throw new IllegalArgumentException("no own vectors");
    }
    for (var vector : own) {
      if (vector.length != own.getFirst().length) {
        throw new IllegalArgumentException("own vectors of different widths");
      }
    }
  }
}
