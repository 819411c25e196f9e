package dev.interlock.index.table;

import static dev.interlock.index.table.Sample.PROVENANCE;
import static dev.interlock.index.table.Sample.axis;
import static dev.interlock.index.table.Sample.row;
import static dev.interlock.index.table.Sample.space;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What every store behind [Table] must do.
abstract class TableContractTest {
  static final int WIDTH = 4;

  private Table table;

  /// Opens the store, the same one at each call, and gives its table.
  abstract Table open(TableName name) throws Exception;

  /// Closes the store in order.
  abstract void close() throws Exception;

  @BeforeEach
  void start() throws Exception {
    table = open(TableName.CODE);
  }

  @AfterEach
  void stop() throws Exception {
    close();
  }

  private void reopen() throws Exception {
    close();
    table = open(TableName.CODE);
  }

  private void put(Chunk... chunks) {
    table.putTexts(List.of(chunks));
  }

  private void embed(String id, float[] vector) {
    table.putVectors(Map.of(id, vector), PROVENANCE);
  }

  private List<String> lexical(String query) {
    return lexical(query, Filter.NONE);
  }

  private List<String> lexical(String query, Filter filter) {
    return table.lexical(query, filter, 10).stream().map(h -> h.chunk().id()).toList();
  }

  private List<String> vector(float[] query, Filter filter, int k) {
    return table.vector(query, filter, k).stream().map(h -> h.chunk().id()).toList();
  }

  @Test
  @DisplayName("A6: a new table has a name, no space, no rows and finds nothing")
  void newTableIsEmpty() {
    assertThat(table.name()).isEqualTo(TableName.CODE);
    assertThat(table.space()).isEmpty();
    assertThat(table.counts()).isEqualTo(new TableCounts(0, 0));
    assertThat(table.textIds("p")).isEmpty();
    assertThat(table.storedIds("p")).isEmpty();
    assertThat(table.chunk("a")).isEmpty();
    assertThat(lexical("anything")).isEmpty();
    assertThat(table.vector(axis(WIDTH, 0), Filter.NONE, 5)).isEmpty();
    assertThat(table.reuse(List.of())).isEmpty();
    assertThat(table.deletePaths("p", "**")).isZero();
    table.delete(List.of("nobody"));
  }

  @Test
  @DisplayName("A6: rows of new ids are found, kept and replaced as all others")
  void addedRowsAreAsAllOthers() throws Exception {
    table.bind(space(WIDTH));
    table.addTexts(List.of(row("a", "a.java", "alpha"), row("b", "b.java", "beta")));
    embed("a", axis(WIDTH, 0));
    put(row("b", "b.java", "gamma"));
    table.commit();
    reopen();
    assertThat(lexical("alpha")).containsExactly("a");
    assertThat(lexical("beta")).isEmpty();
    assertThat(lexical("gamma")).containsExactly("b");
    assertThat(table.counts()).isEqualTo(new TableCounts(2, 1));
  }

  @Test
  @DisplayName("A6: a table that holds vectors refuses another space, naming both")
  void spaceIsBoundOnce() throws Exception {
    table.bind(space(WIDTH + 2));
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"));
    table.putVectors(Map.of("a", new float[] {1, 0, 0, 0}), new Provenance("r", "u", "v", "j", 0));
    table.commit();
    reopen();
    assertThat(table.space()).contains(space(WIDTH));
    assertThatIllegalStateException()
        .isThrownBy(() -> table.bind(space(WIDTH + 1)))
        .withMessageContaining("dimension=4")
        .withMessageContaining("dimension=5");
    assertThat(table.space()).contains(space(WIDTH));
  }

  @Test
  @DisplayName("A6: the space survives the commits after it")
  void spaceSurvivesLaterCommits() throws Exception {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"));
    table.commit();
    reopen();
    assertThat(table.space()).contains(space(WIDTH));
    assertThat(table.counts()).isEqualTo(new TableCounts(1, 0));
  }

  @Test
  void chunkComesBackWhole() throws Exception {
    var whole =
        new Chunk(
            "id-1",
            "proj",
            "src/Café 北.java",
            "java",
            7,
            9,
            List.of("Outer", "inner(int)"),
            "ligne une\n\tzwei 🌸\n\n",
            "hash-1");
    put(whole);
    table.commit();
    reopen();
    assertThat(table.chunk("id-1")).contains(whole);
    assertThat(table.chunks(List.of("id-2", "id-1"))).containsExactly(whole);
    assertThat(table.textIds("proj")).containsExactly("id-1");
    assertThat(table.textIds("other")).isEmpty();
  }

  @Test
  void putIsVisibleAfterRefresh() {
    put(row("a", "a.java", "alpha beta"));
    assertThat(lexical("alpha")).isEmpty();
    table.refresh();
    assertThat(lexical("alpha")).containsExactly("a");
  }

  @Test
  void putReplacesById() {
    put(row("a", "a.java", "alpha"));
    put(row("a", "a.java", "beta"));
    table.refresh();
    put(row("a", "a.java", "gamma"), row("b", "b.java", "delta"));
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(2, 0));
    assertThat(lexical("alpha beta")).isEmpty();
    assertThat(lexical("gamma")).containsExactly("a");
  }

  @Test
  @DisplayName("C09: the exact text's vector scores 1.000")
  void vectorFindsItsRow() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"), row("b", "b.java", "beta"));
    embed("a", axis(WIDTH, 0));
    embed("b", axis(WIDTH, 1));
    table.refresh();
    var hits = table.vector(axis(WIDTH, 1), Filter.NONE, 2);
    assertThat(hits).hasSize(2);
    assertThat(hits.getFirst().chunk()).isEqualTo(row("b", "b.java", "beta"));
    assertThat(hits.getFirst().score()).isCloseTo(1f, within(0.001f));
    assertThat(hits.getFirst().provenance()).contains(PROVENANCE);
    assertThat(hits.getLast().score()).isCloseTo(0f, within(0.001f));
  }

  @Test
  void oppositeVectorScoresMinusOne() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"));
    embed("a", axis(WIDTH, 0));
    table.refresh();
    var hits = table.vector(new float[] {-1, 0, 0, 0}, Filter.NONE, 1);
    assertThat(hits.getFirst().score()).isCloseTo(-1f, within(0.001f));
  }

  @Test
  @DisplayName("B8: only rows with vectors count as stored")
  void countsTellTextsFromStored() {
    table.bind(space(WIDTH));
    put(
        row("a", "a.java", "alpha"),
        row("b", "b.java", "beta"),
        row("c", "other", "c.java", List.of(), "gamma"));
    embed("a", axis(WIDTH, 0));
    embed("c", axis(WIDTH, 0));
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(3, 2));
    assertThat(table.counts("p")).isEqualTo(new TableCounts(2, 1));
    assertThat(table.storedIds("p")).containsExactly("a");
    assertThat(table.textIds("p")).containsExactlyInAnyOrder("a", "b");
    embed("a", axis(WIDTH, 1));
    table.refresh();
    assertThat(table.counts("p")).isEqualTo(new TableCounts(2, 1));
  }

  @Test
  void vectorIsReplaced() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"));
    embed("a", axis(WIDTH, 0));
    table.refresh();
    var later = new Provenance("other", "", "verdict-2", "job-2", 0);
    table.putVectors(Map.of("a", axis(WIDTH, 1)), later);
    table.refresh();
    var hits = table.vector(axis(WIDTH, 1), Filter.NONE, 5);
    assertThat(hits).hasSize(1);
    assertThat(hits.getFirst().score()).isCloseTo(1f, within(0.001f));
    assertThat(hits.getFirst().provenance()).contains(later);
  }

  @Test
  void movedSpanKeepsTheVector() {
    table.bind(space(WIDTH));
    var chunk = row("a", "a.java", "alpha");
    put(chunk);
    embed("a", axis(WIDTH, 0));
    put(Sample.moved(chunk, 10));
    table.refresh();
    put(Sample.moved(chunk, 20));
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(1, 1));
    var hit = table.vector(axis(WIDTH, 0), Filter.NONE, 1).getFirst();
    assertThat(hit.chunk().startLine()).isEqualTo(21);
    assertThat(hit.provenance()).contains(PROVENANCE);
    assertThat(lexical("alpha")).containsExactly("a");
  }

  @Test
  void changedPathKeepsTheVectorAndMovesItsFilter() {
    table.bind(space(WIDTH));
    put(row("a", "old/a.java", "alpha"));
    embed("a", axis(WIDTH, 0));
    table.refresh();
    put(row("a", "new/a.java", "alpha"));
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(1, 1));
    assertThat(vector(axis(WIDTH, 0), glob("new/*"), 5)).containsExactly("a");
    assertThat(vector(axis(WIDTH, 0), glob("old/*"), 5)).isEmpty();
  }

  @Test
  void changedTextLosesTheVector() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"), row("b", "b.java", "beta"));
    embed("a", axis(WIDTH, 0));
    put(row("a", "a.java", "alpha changed"));
    assertThat(table.reuse(List.of(row("a", "a.java", "alpha changed")))).isEmpty();
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(2, 0));
    embed("b", axis(WIDTH, 0));
    table.refresh();
    put(row("b", "b.java", "beta changed"));
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(2, 0));
    assertThat(vector(axis(WIDTH, 0), Filter.NONE, 5)).isEmpty();
  }

  @Test
  void changedTextTakesOverAnotherRowsVector() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"), row("b", "b.java", "beta"), row("c", "c.java", "gamma"));
    embed("a", axis(WIDTH, 0));
    embed("b", axis(WIDTH, 1));
    embed("c", axis(WIDTH, 2));
    var unseen = row("a", "a.java", "beta");
    put(unseen);
    assertThat(table.reuse(List.of(unseen))).containsExactly("a");
    table.refresh();
    var seen = row("c", "c.java", "beta");
    put(seen);
    assertThat(table.reuse(List.of(seen))).containsExactly("c");
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(3, 3));
    assertThat(vector(axis(WIDTH, 2), Filter.NONE, 3)).containsExactly("a", "b", "c");
  }

  @Test
  @DisplayName("C78: a renamed file's rows take over the vectors, whatever is visible yet")
  void reuseCopiesByHash() {
    table.bind(space(WIDTH));
    put(row("a", "a.txt", "alpha"));
    embed("a", axis(WIDTH, 2));
    var fresh = row("b", "sub/b.txt", "alpha");
    var other = row("c", "sub/c.txt", "gamma");
    put(fresh, other);
    assertThat(table.reuse(List.of(fresh, other))).containsExactly("b");
    table.refresh();
    var late = row("d", "sub/d.txt", "alpha");
    put(late);
    assertThat(table.reuse(List.of(late, fresh))).containsExactly("d");
    table.delete(List.of("a"));
    table.refresh();
    assertThat(table.storedIds("p")).containsExactlyInAnyOrder("b", "d");
    var hits = table.vector(axis(WIDTH, 2), Filter.NONE, 5);
    assertThat(hits).extracting(h -> h.chunk().id()).containsExactly("b", "d");
    assertThat(hits).allSatisfy(h -> assertThat(h.provenance()).contains(PROVENANCE));
    assertThat(hits).allSatisfy(h -> assertThat(h.score()).isCloseTo(1f, within(0.001f)));
  }

  @Test
  void deleteRemovesTextAndVector() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"), row("b", "b.java", "alpha"));
    embed("a", axis(WIDTH, 0));
    table.delete(List.of("a"));
    assertThatIllegalArgumentException().isThrownBy(() -> embed("a", axis(WIDTH, 0)));
    table.refresh();
    table.delete(List.of("b", "nobody"));
    assertThatIllegalArgumentException().isThrownBy(() -> embed("b", axis(WIDTH, 0)));
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(0, 0));
    assertThat(lexical("alpha")).isEmpty();
    assertThat(table.chunk("a")).isEmpty();
  }

  @Test
  void deletedRowIsGoneFromAmongOthers() {
    table.bind(space(WIDTH));
    var ids = new ArrayList<String>();
    for (int i = 0; i < 30; i++) {
      ids.add("r" + i);
      put(row("r" + i, i + ".java", "alpha"));
      embed("r" + i, axis(WIDTH, 0));
    }
    table.commit();
    table.delete(List.of("r7"));
    table.refresh();
    ids.remove("r7");
    assertThat(table.textIds("p")).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(table.storedIds("p")).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(table.chunk("r7")).isEmpty();
    assertThat(table.counts()).isEqualTo(new TableCounts(29, 29));
    assertThat(vector(axis(WIDTH, 0), Filter.NONE, 50)).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void deletedRowComesBackWithoutItsVector() {
    table.bind(space(WIDTH));
    var chunk = row("a", "a.java", "alpha");
    put(chunk);
    embed("a", axis(WIDTH, 0));
    table.refresh();
    table.delete(List.of("a"));
    put(chunk);
    table.refresh();
    assertThat(table.counts()).isEqualTo(new TableCounts(1, 0));
  }

  @Test
  void deletePathsCountsRows() {
    table.bind(space(WIDTH));
    put(
        row("a", "src/a.java", "alpha"),
        row("b", "src/x/b.java", "beta"),
        row("c", "doc/c.md", "gamma"),
        row("d", "q", "src/d.java", List.of(), "delta"));
    embed("a", axis(WIDTH, 0));
    assertThat(table.deletePaths("p", "src/*")).isEqualTo(1);
    assertThat(table.counts("p")).isEqualTo(new TableCounts(2, 0));
    assertThat(table.deletePaths("p", "**")).isEqualTo(2);
    assertThat(table.textIds("q")).containsExactly("d");
  }

  @Test
  @DisplayName("C07: a vector of another width is refused with both widths and nothing is written")
  void otherWidthIsRefused() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"), row("b", "b.java", "beta"));
    var vectors = new HashMap<String, float[]>();
    vectors.put("a", axis(WIDTH, 0));
    vectors.put("b", axis(6, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.putVectors(vectors, PROVENANCE))
        .withMessageContaining("6")
        .withMessageContaining("4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.vector(axis(6, 0), Filter.NONE, 5))
        .withMessageContaining("6")
        .withMessageContaining("4");
    table.refresh();
    assertThat(table.counts().stored()).isZero();
  }

  @Test
  @DisplayName("C04: only unit vectors are stored")
  void unsoundVectorIsRefused() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"));
    for (var bad :
        List.of(
            new float[WIDTH],
            new float[] {27.5f, 0, 0, 0},
            new float[] {Float.NaN, 1, 0, 0},
            new float[] {Float.POSITIVE_INFINITY, 0, 0, 0})) {
      assertThatIllegalArgumentException().isThrownBy(() -> embed("a", bad));
    }
    table.refresh();
    assertThat(table.counts().stored()).isZero();
  }

  @Test
  void vectorNeedsTextAndSpace() {
    put(row("a", "a.java", "alpha"));
    assertThatIllegalStateException().isThrownBy(() -> embed("a", axis(WIDTH, 0)));
    table.bind(space(WIDTH));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> embed("nobody", axis(WIDTH, 0)))
        .withMessageContaining("nobody");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.reuse(List.of(row("nobody", "n.java", "n"))));
  }

  @Test
  void hitsAreBounded() {
    for (int k : new int[] {0, -1, Table.MAX_HITS + 1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> table.lexical("x", Filter.NONE, k));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.vector(axis(WIDTH, 0), Filter.NONE, k));
    }
    assertThat(table.lexical("x", Filter.NONE, Table.MAX_HITS)).isEmpty();
  }

  @Test
  void filterComesBeforeTheSearch() {
    table.bind(space(WIDTH));
    var all = new ArrayList<Chunk>();
    var vectors = new HashMap<String, float[]>();
    for (int i = 0; i < 500; i++) {
      all.add(row("near" + i, "near/%d.java".formatted(i), "word"));
      vectors.put("near" + i, axis(WIDTH, 0));
    }
    var far = Sample.inLanguage(row("far", "q", "far/x.py", List.of(), "word"), "python");
    all.add(far);
    vectors.put("far", axis(WIDTH, 1));
    table.putTexts(all);
    table.putVectors(vectors, PROVENANCE);
    table.refresh();
    var query = axis(WIDTH, 0);
    var python = new Filter(Optional.empty(), Optional.empty(), Optional.of("python"));
    for (var filter : List.of(python, Filter.project("q"), glob("far/**"), glob("*.py"))) {
      assertThat(vector(query, filter, 3)).containsExactly("far");
      assertThat(lexical("word", filter)).containsExactly("far");
    }
    assertThat(vector(query, Filter.project("nobody"), 3)).isEmpty();
    assertThat(vector(query, Filter.NONE, 3)).hasSize(3).doesNotContain("far");
    assertThat(vector(query, Filter.NONE, Table.MAX_HITS)).hasSize(501).endsWith("far");
  }

  @Test
  void badGlobIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> lexical("x", glob("")));
  }

  @Test
  void tiesGoById() {
    table.bind(space(WIDTH));
    var ids = List.of("e", "a", "d", "b", "c");
    for (var id : ids) {
      put(row(id, id + ".java", "same"));
      embed(id, axis(WIDTH, 0));
    }
    table.refresh();
    assertThat(vector(axis(WIDTH, 0), Filter.NONE, 5)).isSorted();
    assertThat(lexical("same")).isSorted().hasSize(5);
  }

  @Test
  @DisplayName("B8: an ordinary end keeps every write")
  void closeKeepsWrites() throws Exception {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "alpha"));
    embed("a", axis(WIDTH, 0));
    reopen();
    assertThat(table.counts()).isEqualTo(new TableCounts(1, 1));
    assertThat(table.storedIds("p")).isEqualTo(Set.of("a"));
    assertThat(lexical("alpha")).containsExactly("a");
  }

  @Test
  void compactKeepsEveryRow() throws Exception {
    table.bind(space(WIDTH));
    for (int i = 0; i < 12; i++) {
      put(row("r" + i, i + ".java", "alpha " + i));
      embed("r" + i, axis(WIDTH, i % WIDTH));
      table.commit();
    }
    table.delete(List.of("r0"));
    table.compact();
    table.compact();
    reopen();
    assertThat(table.counts()).isEqualTo(new TableCounts(11, 11));
    assertThat(table.space()).contains(space(WIDTH));
    assertThat(vector(axis(WIDTH, 0), Filter.NONE, 2)).containsExactly("r4", "r8");
    assertThat(table.lexical("alpha", Filter.NONE, 20)).hasSize(11);
  }

  @Test
  @DisplayName(
      "A5: rows are found by verdict and stretch, and lose their vectors but not their words")
  void rowsInDoubtLoseTheirVectors() throws Exception {
    table.bind(space(WIDTH));
    for (int i = 0; i < 12; i++) {
      put(row("r" + i, i + ".java", "alpha " + i));
      var made = new Provenance("r", "", i < 2 ? "code/r/1" : "code/r/11", "job", i);
      table.putVectors(Map.of("r" + i, axis(WIDTH, i % WIDTH)), made);
      if (i == 5) {
        table.commit();
      }
    }
    assertThat(table.madeUnder("code/r/1", 0)).isEqualTo(Set.of("r0", "r1"));
    assertThat(table.madeUnder("code/r/11", 9)).isEqualTo(Set.of("r9", "r10", "r11"));
    assertThat(table.madeUnder("code/r", 0)).isEmpty();
    table.dropVectors(List.of("r9", "r10", "r11", "unknown"));
    table.commit();
    reopen();
    assertThat(table.madeUnder("code/r/11", 0)).hasSize(7).doesNotContain("r9", "r10", "r11");
    assertThat(table.counts()).isEqualTo(new TableCounts(12, 9));
    assertThat(table.lexical("alpha", Filter.NONE, 20)).hasSize(12);
    assertThat(vector(axis(WIDTH, 9 % WIDTH), Filter.NONE, 12)).hasSize(9).doesNotContain("r9");
  }

  @Test
  @DisplayName("A5: a vector that was taken away is given to no other row of the same text")
  void aDroppedVectorIsNotReused() {
    table.bind(space(WIDTH));
    put(row("a", "a.java", "same"));
    embed("a", axis(WIDTH, 0));
    assertThat(table.madeUnder(PROVENANCE.verdict(), PROVENANCE.stretch())).containsExactly("a");
    table.dropVectors(List.of("a"));
    table.refresh();
    var copy = row("b", "b.java", "same");
    put(copy);
    assertThat(table.reuse(List.of(copy))).isEmpty();
  }

  @Test
  void tablesAreApart() throws Exception {
    put(row("a", "a.java", "alpha"));
    table.commit();
    var docs = open(TableName.DOCS);
    assertThat(docs.counts()).isEqualTo(new TableCounts(0, 0));
    assertThat(docs.space()).isEmpty();
  }

  private static Filter glob(String glob) {
    return new Filter(Optional.empty(), Optional.of(glob), Optional.empty());
  }
}
