package dev.interlock.server.gate;

import dev.interlock.runtime.store.Repair;
import dev.interlock.runtime.store.RowFate;
import java.time.Instant;
import java.util.Optional;

/// What is done about the rows that a route made since its last good check.
///
/// @param state `naming` while all probes are asked, `mending` while rows wait for a vector,
///   `ended`
/// @param reason what the failed check found
/// @param rows rows since the last good check
/// @param waiting of them, without a vector until a route may embed them
/// @param embedded of them, embedded again; those included that were never written and that their
///   job asks for again
/// @param failed of them, without a vector for good
/// @param gone of them, no longer in the table
public record RepairView(
    long id,
    String route,
    String table,
    String state,
    String reason,
    long rows,
    long waiting,
    long embedded,
    long failed,
    long gone,
    Instant openedAt,
    Optional<Instant> endedAt) {
  /// The view of a repair.
  public static RepairView of(Repair repair) {
    return new RepairView(
        repair.id(),
        repair.route(),
        repair.table().word(),
        repair.state(),
        repair.reason(),
        repair.rows(),
        repair.rows(RowFate.WAITING),
        repair.rows(RowFate.EMBEDDED) + repair.rows(RowFate.WITHHELD),
        repair.rows(RowFate.FAILED),
        repair.rows(RowFate.GONE),
        repair.openedAt(),
        repair.endedAt());
  }
}
