package dev.interlock.runtime.gate;

import dev.interlock.core.table.TableName;
import dev.interlock.core.time.Scheduler;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/// Which tables have running jobs, and the rounds that are made while they run.
///
/// Thread: any; a round is called with no lock held.
final class JobRounds {
  private final Map<TableName, Integer> running = new EnumMap<>(TableName.class);
  private final Scheduler scheduler;
  private final Consumer<TableName> round;

  /// @param round made every [Gatekeeper#CANARY_INTERVAL] while a job runs; must not block
  JobRounds(Scheduler scheduler, Consumer<TableName> round) {
    this.scheduler = scheduler;
    this.round = round;
  }

  void begins(TableName table) {
    if (add(table, 1) == 1) {
      scheduler.after(Gatekeeper.CANARY_INTERVAL, () -> tick(table));
    }
  }

  void ends(TableName table) {
    add(table, -1);
  }

  synchronized boolean busy(TableName table) {
    return running.getOrDefault(table, 0) > 0;
  }

  private synchronized int add(TableName table, int jobs) {
    return running.merge(table, jobs, Integer::sum);
  }

  private void tick(TableName table) {
    if (busy(table)) {
      round.accept(table);
      scheduler.after(Gatekeeper.CANARY_INTERVAL, () -> tick(table));
    }
  }
}
