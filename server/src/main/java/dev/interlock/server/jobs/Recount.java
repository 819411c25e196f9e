package dev.interlock.server.jobs;

import dev.interlock.core.table.PerTable;
import dev.interlock.runtime.store.ManifestRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The rows on disk against the manifest, by id (design §2.7).
///
/// @param expected rows that the manifest names
/// @param stored rows of these that have a vector on disk
/// @param missing the others
record Recount(long expected, long stored, List<ManifestRow> missing) {
  Recount {
    missing = List.copyOf(missing);
  }

  static Recount of(JobPorts ports, String project) {
    PerTable<Set<String>> onDisk =
        PerTable.of(table -> ports.tables().table(table).storedIds(project));
    var missing = new ArrayList<ManifestRow>();
    var expected = new long[1];
    ports
        .manifest()
        .eachRow(
            project,
            row -> {
              expected[0]++;
              if (!onDisk.get(row.table()).contains(row.chunk())) {
                missing.add(row);
              }
            });
    return new Recount(expected[0], expected[0] - missing.size(), missing);
  }
}
