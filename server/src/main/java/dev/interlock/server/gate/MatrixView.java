package dev.interlock.server.gate;

import dev.interlock.core.gate.Floors;
import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.gate.MatrixRow;
import dev.interlock.runtime.gate.Unvouched;
import dev.interlock.runtime.store.Repair;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// The matrix of routes against tables, as the API and the CLI show it. Figures have four decimals;
/// the minimum decides, the mean is only shown (C05).
///
/// @param matrix a row for each route of each embedding role
/// @param unvouched rows that routes made since their last good check
public record MatrixView(List<Row> matrix, List<Rest> unvouched) {
  public MatrixView {
    matrix = List.copyOf(matrix);
    unvouched = List.copyOf(unvouched);
  }

  /// Rows that a route made since its last good check: the next one vouches for them, or names them
  /// as in doubt.
  ///
  /// @param listed whether the role still has the route; only another one can make the rows of one
  ///   that is gone again
  public record Rest(String route, String table, long rows, boolean listed) {
    static Rest of(Unvouched rest) {
      return new Rest(rest.route(), rest.table().word(), rest.rows(), rest.listed());
    }
  }

  /// One route against one table.
  ///
  /// @param dialect how its engine is spoken to; absent for the embedded encoder
  /// @param identity which model the engine says it holds, shortened
  /// @param engineVersion the engine's own version
  /// @param reference the route that built the table, whose vectors are the anchors
  /// @param coverage `full`, or `reduced` where a sole cloud provider had no peer
  /// @param rowsSinceLastGood rows that were in doubt when a check of the route last failed
  /// @param repair what became of them; absent if no check ever failed
  public record Row(
      String route,
      String model,
      Optional<String> dialect,
      Optional<String> identity,
      Optional<String> engineVersion,
      String table,
      String verdict,
      Optional<String> grade,
      Optional<BigDecimal> minCosine,
      Optional<BigDecimal> meanCosine,
      Optional<BigDecimal> centredMin,
      Optional<BigDecimal> relativeMin,
      Optional<BigDecimal> displacement,
      Optional<BigDecimal> tailRatio,
      Optional<BigDecimal> selfAgreement,
      Optional<String> worstProbe,
      Optional<String> rule,
      String reason,
      OptionalInt dimension,
      Optional<String> reference,
      String coverage,
      long textsServed,
      long rowsSinceLastGood,
      Optional<RepairView> repair,
      Optional<Instant> checkedAt) {}

  /// The view of the gatekeeper's rows.
  ///
  /// @param repairs the last repair of a route's rows
  /// @param unvouched what was made since the last good checks
  public static MatrixView of(
      List<MatrixRow> rows,
      Function<MatrixRow, Optional<Repair>> repairs,
      List<Unvouched> unvouched) {
    return new MatrixView(
        rows.stream().map(r -> row(r, repairs.apply(r))).toList(),
        unvouched.stream().map(Rest::of).toList());
  }

  private static Row row(MatrixRow row, Optional<Repair> repair) {
    return new Row(
        row.route(),
        row.model(),
        Optional.of(row.dialect().word()).filter(_ -> !row.route().equals(Route.EMBEDDED)),
        row.engine().flatMap(EngineState::identity).map(ModelIdentity::shortened),
        row.engine().flatMap(EngineState::version),
        row.table().word(),
        row.verdict(),
        row.grade().map(Grade::word),
        figure(row, Scores::minCosine),
        figure(row, Scores::meanCosine),
        figure(row, Scores::centredMin),
        figure(row, Scores::relativeMin),
        figure(row, Scores::displacement),
        figure(row, Scores::tailRatio),
        figure(row, Scores::selfAgreement),
        row.worstProbe(),
        row.rule().map(Rule::word),
        row.reason(),
        row.dimension(),
        row.reference().route(),
        row.reference().coverage().word(),
        row.textsServed(),
        repair.map(Repair::rows).orElse(0L),
        repair.map(RepairView::of),
        row.checkedAt());
  }

  private static Optional<BigDecimal> figure(MatrixRow row, ToDoubleFunction<Scores> part) {
    return row.scores()
        .map(part::applyAsDouble)
        .filter(Double::isFinite)
        .map(MatrixView::fourDecimals);
  }

  /// Rounded, but never across the floor: 0.98996 does not read as 0.9900.
  private static BigDecimal fourDecimals(double figure) {
    var exact = BigDecimal.valueOf(figure);
    var rounded = exact.setScale(4, RoundingMode.HALF_UP);
    var floor = BigDecimal.valueOf(Floors.MINIMUM);
    boolean crosses = exact.compareTo(floor) < 0 && rounded.compareTo(floor) >= 0;
    return crosses ? exact.setScale(4, RoundingMode.FLOOR) : rounded;
  }
}
