package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.gate.Vouched;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.table.TableName;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.store.Born;
import dev.interlock.runtime.store.Coverage;
import dev.interlock.runtime.store.SpaceStore;
import dev.interlock.runtime.store.Verdict;
import dev.interlock.runtime.store.VerdictStore;
import dev.interlock.runtime.store.Watch;
import dev.interlock.runtime.store.WatchStore;
import java.util.List;
import java.util.Optional;
import java.util.logging.Logger;

/// What the gate keeps: spaces with their anchors, verdicts, epochs, watches over what routes make,
/// counts of texts served.
///
/// Thread: any; blocks until what it writes is durable, but for [#served] and [#agreed].
public final class GateRecords {
  private static final Logger LOG = Logger.getLogger(GateRecords.class.getName());
  private final SpaceStore spaces;
  private final VerdictStore verdicts;
  private final WatchStore watches;
  private final WallClock clock;
  private final ServedCounts served;

  public GateRecords(
      SpaceStore spaces, VerdictStore verdicts, WatchStore watches, WallClock clock) {
    this.spaces = spaces;
    this.verdicts = verdicts;
    this.watches = watches;
    this.clock = clock;
    this.served = new ServedCounts(verdicts);
  }

  /// The table's space and anchors, empty before its birth.
  Optional<Born> born(TableName table) {
    return spaces.of(table);
  }

  /// Writes a table's space and anchors, for ever; what a table had that never held a vector is
  /// dropped.
  Born bear(TableName table, Nursery.Cradle cradle) {
    spaces.rebear(table, cradle.space(), cradle.anchors(), clock.now());
    return spaces.of(table).orElseThrow();
  }

  /// A number above every epoch of the pair so far, over restarts too.
  long nextEpoch(String route, TableName table) {
    return verdicts.nextEpoch(route, table);
  }

  /// Keeps what was found of a route.
  void keep(MatrixRow row, Standing standing) {
    var verdict =
        new Verdict(
            verdictId(row.table(), row.route(), standing.epoch()),
            row.route(),
            row.table(),
            standing.epoch(),
            standing.word(),
            row.grade(),
            row.scores(),
            row.rule(),
            row.worstProbe(),
            row.reason(),
            row.dimension(),
            row.reference().coverage(),
            row.engine().flatMap(EngineState::words),
            clock.now());
    if (standing instanceof Standing.Admitted && row.reference().coverage() == Coverage.REDUCED) {
      LOG.warning(
          () ->
              "table %s: coverage is reduced: route %s is admitted, has no peer to compare with"
                  .formatted(row.table().word(), row.route()));
    }
    verdicts.put(verdict);
  }

  /// A watch over what a route makes begins, before it may make anything.
  void watch(Standing.Admitted standing, String model, ProbeSet set) {
    var leave = standing.granted();
    watches.begin(
        new Watch(
            leave.route(),
            leave.table(),
            model,
            leave.verdictId(),
            standing.epoch(),
            Vouched.atAdmission(set),
            standing.own().singles()));
  }

  /// How far good checks vouch for what is made under an admission by now; not awaited.
  void agreed(Admission admission, Vouched vouched) {
    watches.agreed(admission.route(), admission.table(), admission.verdictId(), vouched);
  }

  /// What was made under a verdict needs no watch any more.
  void unwatch(String route, TableName table, String verdict) {
    watches.end(route, table, verdict);
  }

  /// The watches over what an earlier run made.
  List<Watch> watches(TableName table) {
    return watches.open(table);
  }

  private static String verdictId(TableName table, String route, long epoch) {
    return "%s/%s/%d".formatted(table.word(), route, epoch);
  }

  /// The last verdict on a route and a table, from this run or an earlier one.
  Optional<Verdict> last(String route, TableName table) {
    return verdicts.latest(route, table);
  }

  /// Counts texts that went to an admitted route; not awaited.
  void served(String route, TableName table, int texts) {
    served.add(route, table, texts);
  }

  /// Texts that ever went to that route for that table.
  long servedSoFar(String route, TableName table) {
    return served.soFar(route, table);
  }

  /// Writes what was counted and is not written yet.
  void flush() {
    served.flush();
  }
}
