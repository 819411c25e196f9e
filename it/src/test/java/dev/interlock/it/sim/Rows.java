package dev.interlock.it.sim;

import dev.interlock.core.space.Space;
import dev.interlock.core.space.Vectors;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.Lapse;
import dev.interlock.runtime.gate.Lapses;
import dev.interlock.runtime.gate.TableHolder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The table on disk: one row for each chunk, and who made it. It outlives the server. Rows in
/// doubt are removed at once, and their chunks named to whoever embeds them again.
final class Rows implements TableHolder, Lapses {
  /// Texts that a route may serve between two canaries (design §4 Drift).
  private static final int BETWEEN_CANARIES = 90;

  private final Ground ground;
  private final int underWay;
  private final Map<String, Row> stored = new HashMap<>();
  private final Map<String, Set<String>> foreign = new HashMap<>();
  private final List<Lapse> lapses = new ArrayList<>();
  private Optional<Space> space = Optional.empty();
  private Consumer<Set<String>> removed = _ -> {};

  private record Row(Provenance by, boolean foreign) {}

  /// A vector that is to be kept.
  record Made(float[] unit, Provenance by) {}

  /// @param underWay texts that a route may have under way at once
  Rows(Ground ground, int underWay) {
    this.ground = ground;
    this.underWay = underWay;
  }

  /// The text of a chunk.
  static String text(String chunk) {
    return "text of chunk " + chunk;
  }

  /// Whether a text is one that no engine takes.
  static boolean poison(String text) {
    return text.endsWith("poison");
  }

  /// Whether a text is a caller's, and none of the gate's own.
  static boolean ofCallers(String text) {
    return text.startsWith("text of chunk ") || text.startsWith("question ");
  }

  /// Told of the chunks whose rows were removed.
  void onRemoved(Consumer<Set<String>> told) {
    removed = told;
  }

  boolean has(String chunk) {
    return stored.containsKey(chunk);
  }

  /// Keeps vectors, but for those in doubt.
  ///
  /// @return the chunks whose vectors were in doubt
  Set<String> put(Map<String, Made> vectors) {
    var withheld = new HashSet<String>();
    vectors.forEach(
        (chunk, made) -> {
          if (inDoubt(made.by())) {
            withheld.add(chunk);
          } else {
            put(chunk, made);
          }
        });
    return withheld;
  }

  private void put(String chunk, Made made) {
    var truth = Encoder.TRUTH.vector(text(chunk));
    boolean other = Vectors.cosine(truth, made.unit()) < 0.99;
    stored.put(chunk, new Row(made.by(), other));
    if (other) {
      var rows = foreign.computeIfAbsent(made.by().verdict(), _ -> new HashSet<>());
      rows.add(chunk);
      ground
          .verdict()
          .check(
              rows.size() <= BETWEEN_CANARIES + underWay,
              Rule.GATE,
              () ->
                  "%d rows of another space by %s, and no canary has alarmed"
                      .formatted(rows.size(), made.by()));
    }
  }

  private boolean inDoubt(Provenance by) {
    return lapses.stream()
        .anyMatch(l -> l.verdict().equals(by.verdict()) && by.stretch() >= l.from());
  }

  @Override
  public void open(Lapse widest) {
    lapses.add(widest);
    var gone = new HashSet<String>();
    stored.forEach(
        (chunk, row) -> {
          if (inDoubt(row.by())) {
            gone.add(chunk);
          }
        });
    stored.keySet().removeAll(gone);
    foreign.remove(widest.verdict());
    if (!gone.isEmpty()) {
      removed.accept(gone);
    }
  }

  @Override
  public void known(Lapse lapse) {}

  @Override
  public long made(TableName table, String verdict, long from) {
    return stored.values().stream()
        .map(Row::by)
        .filter(by -> table == TableName.CODE)
        .filter(by -> by.verdict().equals(verdict) && by.stretch() >= from)
        .count();
  }

  /// At the end: every row is of the table's own space, but for those of which people are told that
  /// nobody vouches for them.
  ///
  /// @param unvouched routes whose latest rows are told so
  void pure(Set<String> unvouched) {
    var others =
        stored.entrySet().stream()
            .filter(e -> e.getValue().foreign())
            .filter(e -> !unvouched.contains(e.getValue().by().route()))
            .map(Map.Entry::getKey);
    var first = others.findFirst();
    ground
        .verdict()
        .check(first.isEmpty(), Rule.GATE, () -> "row %s is of another space".formatted(first));
  }

  /// Those of the chunks that have no row.
  List<String> missing(Collection<String> chunks) {
    return chunks.stream().filter(chunk -> !has(chunk)).toList();
  }

  int lapsed() {
    return lapses.size();
  }

  @Override
  public long storedRows(TableName table) {
    return table == TableName.CODE ? stored.size() : 0;
  }

  @Override
  public Optional<Space> space(TableName table) {
    return table == TableName.CODE ? space : Optional.empty();
  }

  @Override
  public void bind(TableName table, Space bound) {
    space = Optional.of(bound);
  }
}
