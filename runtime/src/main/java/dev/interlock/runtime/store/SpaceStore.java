package dev.interlock.runtime.store;

import dev.interlock.core.gate.Anchors;
import dev.interlock.core.gate.Form;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeKind;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.core.table.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The space and the anchors of each table, written once (A6).
///
/// Thread: any, several at once.
public final class SpaceStore {
  private static final String INSERT_SPACE =
      """
      INSERT INTO spaces (table_name, dimension, route, model, revision, recipe_version,
        document_prefix, query_prefix, max_tokens, distance, probe_set, probe_tokens, born)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;
  private static final String INSERT_ANCHOR =
      """
      INSERT INTO anchors (table_name, position, probe, kind, form, text, twin, vector)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private final Database database;

  /// On an open database.
  public SpaceStore(Database database) {
    this.database = database;
  }

  /// The table's birth, exact to the bit; empty while it has no space.
  public Optional<Born> of(TableName table) {
    return database.read(connection -> born(connection, table));
  }

  /// Gives the table its space. Giving it the very same again does nothing.
  ///
  /// @throws TableBornException if it has another already
  /// @throws IllegalArgumentException if the anchors are not as wide as the space
  public void bear(TableName table, Space space, Anchors anchors, Instant at) {
    if (anchors.dimension() != space.dimension()) {
      throw new IllegalArgumentException(
          "anchors of width %d for a space of %d"
              .formatted(anchors.dimension(), space.dimension()));
    }
    boolean fits =
        database.write(
            connection -> {
              var before = born(connection, table);
              if (before.isEmpty()) {
                insert(connection, table, new Born(space, anchors, at));
                return true;
              }
              return same(before.get(), space, anchors);
            });
    if (!fits) {
      throw new TableBornException(
          database.file(),
          "table %s has a space already; it can't become %s"
              .formatted(table.word(), space.label()));
    }
  }

  /// Gives the table its space in the place of one that it never used: the caller has made sure
  /// that the table holds no vector.
  ///
  /// @throws IllegalArgumentException if the anchors are not as wide as the space
  public void rebear(TableName table, Space space, Anchors anchors, Instant at) {
    database.write(
        connection -> {
          Sql.update(connection, "DELETE FROM anchors WHERE table_name = ?", table);
          return Sql.update(connection, "DELETE FROM spaces WHERE table_name = ?", table);
        });
    bear(table, space, anchors, at);
  }

  private static boolean same(Born before, Space space, Anchors anchors) {
    return before.space().equals(space)
        && before.anchors().set().equals(anchors.set())
        && Arrays.equals(
            VectorBytes.of(before.anchors().vectors()), VectorBytes.of(anchors.vectors()));
  }

  private static void insert(Connection connection, TableName table, Born born)
      throws SQLException {
    var space = born.space();
    Sql.update(
        connection,
        INSERT_SPACE,
        table,
        space.dimension(),
        space.encoder().route(),
        space.encoder().model(),
        space.encoder().revision(),
        space.recipe().version(),
        space.recipe().documentPrefix(),
        space.recipe().queryPrefix(),
        space.recipe().maxTokens(),
        space.distance().name(),
        born.anchors().set().version(),
        born.anchors().set().maxTokens(),
        born.at());
    try (var statement = connection.prepareStatement(INSERT_ANCHOR)) {
      for (int i = 0; i < born.anchors().set().size(); i++) {
        var probe = born.anchors().set().probes().get(i);
        Sql.update(
            statement,
            table,
            i,
            probe.id(),
            probe.kind().name(),
            probe.form().name(),
            probe.text(),
            probe.twin(),
            VectorBytes.of(List.of(born.anchors().vectors().get(i))));
      }
    }
  }

  private static Optional<Born> born(Connection connection, TableName table) throws SQLException {
    var probes = new ArrayList<Probe>();
    var vectors = new ArrayList<float[]>();
    Sql.each(
        connection,
        "SELECT * FROM anchors WHERE table_name = ? ORDER BY position",
        row -> {
          probes.add(probe(row));
          var vector = row.getBytes("vector");
          vectors.addAll(VectorBytes.read(vector, vector.length / Float.BYTES));
        },
        table);
    return Sql.first(
        connection,
        "SELECT * FROM spaces WHERE table_name = ?",
        row ->
            new Born(
                space(row),
                new Anchors(
                    new ProbeSet(row.getString("probe_set"), row.getInt("probe_tokens"), probes),
                    vectors),
                Sql.instant(row, "born")),
        table);
  }

  private static Space space(ResultSet row) throws SQLException {
    return new Space(
        row.getInt("dimension"),
        new EncoderIdentity(
            row.getString("route"), row.getString("model"), Sql.optionalText(row, "revision")),
        new TextRecipe(
            row.getInt("recipe_version"),
            row.getString("document_prefix"),
            row.getString("query_prefix"),
            row.getInt("max_tokens")),
        Distance.valueOf(row.getString("distance")));
  }

  private static Probe probe(ResultSet row) throws SQLException {
    return new Probe(
        row.getString("probe"),
        ProbeKind.valueOf(row.getString("kind")),
        Form.valueOf(row.getString("form")),
        row.getString("text"),
        Sql.optionalText(row, "twin"));
  }
}
