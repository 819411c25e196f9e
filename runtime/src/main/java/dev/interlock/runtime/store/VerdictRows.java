package dev.interlock.runtime.store;

import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/// Verdicts as rows.
final class VerdictRows {
  private static final String INSERT =
      """
      INSERT INTO verdicts (id, route, table_name, epoch, verdict, grade, min_cosine, mean_cosine,
        centred_min, relative_min, displacement, tail_ratio, self_agreement, worst_probe, rule,
        probe, reason, dimension, coverage, engine, checked_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private VerdictRows() {}

  static int insert(Connection connection, Verdict verdict) throws SQLException {
    var scores = verdict.scores();
    return Sql.update(
        connection,
        INSERT,
        verdict.id(),
        verdict.route(),
        verdict.table(),
        verdict.epoch(),
        verdict.verdict(),
        verdict.grade().map(Grade::name),
        scores.map(Scores::minCosine),
        scores.map(Scores::meanCosine),
        scores.map(Scores::centredMin),
        scores.map(Scores::relativeMin),
        scores.map(Scores::displacement),
        scores.map(Scores::tailRatio),
        scores.map(Scores::selfAgreement),
        scores.map(Scores::worstProbe),
        verdict.rule().map(Rule::name),
        verdict.probe(),
        verdict.reason(),
        verdict.dimension().isPresent()
            ? Optional.of(verdict.dimension().getAsInt())
            : Optional.empty(),
        verdict.coverage().word(),
        verdict.engine(),
        verdict.checkedAt());
  }

  static Verdict verdict(ResultSet row) throws SQLException {
    int dimension = row.getInt("dimension");
    return new Verdict(
        row.getString("id"),
        row.getString("route"),
        Sql.table(row),
        row.getLong("epoch"),
        row.getString("verdict"),
        Sql.optionalText(row, "grade").map(Grade::valueOf),
        scores(row),
        Sql.optionalText(row, "rule").map(Rule::valueOf),
        Sql.optionalText(row, "probe"),
        row.getString("reason"),
        dimension == 0 ? OptionalInt.empty() : OptionalInt.of(dimension),
        Coverage.of(row.getString("coverage")).orElseThrow(),
        Sql.optionalText(row, "engine"),
        Sql.instant(row, "checked_at"));
  }

  private static Optional<Scores> scores(ResultSet row) throws SQLException {
    var worst = Sql.optionalText(row, "worst_probe");
    return worst.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Scores(
                number(row, "min_cosine"),
                number(row, "mean_cosine"),
                number(row, "centred_min"),
                number(row, "relative_min"),
                number(row, "displacement"),
                number(row, "tail_ratio"),
                number(row, "self_agreement"),
                worst.get()));
  }

  /// SQLite keeps NaN as NULL.
  private static double number(ResultSet row, String column) throws SQLException {
    double number = row.getDouble(column);
    return row.wasNull() ? Double.NaN : number;
  }
}
