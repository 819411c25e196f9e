package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// What is done about the rows that a route made since its last good check (design §4 Drift).
///
/// @param id 1 for the first ever
/// @param verdict the verdict under which the rows were made
/// @param stretch the first stretch in doubt
/// @param reason what the failed check found
/// @param namedAt when the rows were named; empty while all probes are asked
/// @param endedAt when the last row's fate was known
/// @param fates how many rows met which fate
public record Repair(
    long id,
    String route,
    TableName table,
    String verdict,
    long stretch,
    String reason,
    Optional<Instant> namedAt,
    Instant openedAt,
    Optional<Instant> endedAt,
    Map<RowFate, Long> fates) {
  public Repair {
    fates = Map.copyOf(fates);
  }

  /// Rows since the last good check.
  public long rows() {
    return fates.values().stream().mapToLong(Long::longValue).sum();
  }

  /// Rows of that fate.
  public long rows(RowFate fate) {
    return fates.getOrDefault(fate, 0L);
  }

  /// `naming` while all probes are asked, `mending` while rows wait for a vector, then `ended`.
  public String state() {
    if (namedAt.isEmpty()) {
      return "naming";
    }
    return endedAt.isEmpty() ? "mending" : "ended";
  }
}
