package dev.interlock.runtime.gate;

import dev.interlock.core.route.Route;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.store.Coverage;
import java.util.List;
import java.util.function.Function;

/// Where all routes stand towards all tables, to be shown.
///
/// Thread: any.
final class Matrix {
  private final PerTable<TableGate> gates;
  private final Guard guard;
  private final GateRecords records;
  private final Function<Route, Outlet> outlets;

  Matrix(
      PerTable<TableGate> gates,
      Guard guard,
      GateRecords records,
      Function<Route, Outlet> outlets) {
    this.gates = gates;
    this.guard = guard;
    this.records = records;
    this.outlets = outlets;
  }

  /// Every route of every embedding role against its table.
  List<MatrixRow> rows() {
    return gates.values().stream().flatMap(gate -> rows(gate).stream()).toList();
  }

  /// The rows of one table.
  List<MatrixRow> rows(TableName table) {
    return rows(gates.get(table));
  }

  private List<MatrixRow> rows(TableGate gate) {
    return gate.plan().routes().stream().map(route -> row(gate, route)).toList();
  }

  MatrixRow row(TableGate gate, Route route) {
    long served = records.servedSoFar(route.name(), gate.table());
    var before = records.last(route.name(), gate.table());
    var facts = new Rows.Facts(outlets.apply(route).state(), served, before);
    return guard.locked(() -> Rows.of(gate, gate.route(route.name()), facts));
  }

  /// What the routes of a table are compared with.
  Reference reference(TableName table) {
    return guard.locked(() -> reference(gates.get(table)));
  }

  static Reference reference(TableGate gate) {
    return new Reference(
        gate.born().map(b -> b.space().encoder().route()),
        gate.plan().reducedCoverage() ? Coverage.REDUCED : Coverage.FULL);
  }
}
