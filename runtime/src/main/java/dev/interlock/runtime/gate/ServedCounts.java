package dev.interlock.runtime.gate;

import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.VerdictStore;
import java.util.HashMap;
import java.util.Map;

/// Texts that were served and are not written yet: a job's single texts would be a transaction
/// each. A kill loses fewer than [#WRITTEN_AT] of a pair.
///
/// Thread: any.
final class ServedCounts {
  /// Texts of a pair that are written together.
  static final int WRITTEN_AT = 64;

  private final VerdictStore verdicts;
  private final Map<Pair, Long> unwritten = new HashMap<>();

  private record Pair(String route, TableName table) {}

  ServedCounts(VerdictStore verdicts) {
    this.verdicts = verdicts;
  }

  /// Counts texts; not awaited.
  void add(String route, TableName table, int texts) {
    var pair = new Pair(route, table);
    synchronized (unwritten) {
      long now = unwritten.merge(pair, (long) texts, Long::sum);
      if (now < WRITTEN_AT) {
        return;
      }
      unwritten.remove(pair);
      verdicts.addServed(route, table, now);
    }
  }

  /// All that was ever counted for a pair.
  long soFar(String route, TableName table) {
    synchronized (unwritten) {
      return unwritten.getOrDefault(new Pair(route, table), 0L) + verdicts.served(route, table);
    }
  }

  /// Writes what is left.
  void flush() {
    synchronized (unwritten) {
      unwritten.forEach((pair, texts) -> verdicts.addServed(pair.route(), pair.table(), texts));
      unwritten.clear();
    }
  }
}
