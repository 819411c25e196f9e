package dev.interlock.index.table;

import static dev.interlock.index.table.Sample.PROVENANCE;
import static dev.interlock.index.table.Sample.row;
import static dev.interlock.index.table.Sample.space;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.space.Vectors;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.TableName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The vectors of a table against exact search.
final class WideVectorsTest {
  @TempDir Path folder;

  @Test
  @DisplayName("C09: 2,560 components: a row's own vector finds it first with score 1.000")
  void widestSpaceFindsItsRow() {
    var random = new SplittableRandom(9);
    var vectors = Sample.clustered(random, new Sample.Clusters(2560, 5, 0.5), 300);
    try (var tables = Tables.open(folder)) {
      fill(tables.table(TableName.CODE), vectors);
    }
    try (var tables = Tables.open(folder)) {
      var table = tables.table(TableName.CODE);
      for (int i : new int[] {0, 17, 299}) {
        var hit = table.vector(vectors.get(i), Filter.NONE, 3).getFirst();
        assertThat(hit.chunk().id()).isEqualTo(id(i));
        assertThat(hit.score()).isCloseTo(1f, within(0.001f));
      }
    }
  }

  @Test
  @DisplayName("A18: recall of the first ten is at least 0.99, with filters too")
  void recallIsNearlyExact() throws IOException {
    var random = new SplittableRandom(10);
    var vectors = Sample.clustered(random, new Sample.Clusters(384, 60, 0.6), 3_050);
    var rows = vectors.subList(0, 3_000);
    var queries = vectors.subList(3_000, 3_050);
    try (var tables = Tables.open(folder)) {
      var table = tables.table(TableName.CODE);
      fill(table, rows);
      assertThat(recall(table, rows, queries, 1)).isGreaterThanOrEqualTo(0.99);
      assertThat(recall(table, rows, queries, 3)).isGreaterThanOrEqualTo(0.99);
      assertThat(recall(table, rows, queries, 400)).isEqualTo(1);
      assertThat(segments()).isGreaterThan(1);
      table.compact();
      assertThat(segments()).isEqualTo(1);
      assertThat(recall(table, rows, queries, 1)).isGreaterThanOrEqualTo(0.99);
      assertThat(recall(table, rows, queries, 3)).isGreaterThanOrEqualTo(0.99);
    }
  }

  @Test
  void compactionThatIsGivenUpChangesNothingAndCanBeDoneLater() throws Exception {
    var random = new SplittableRandom(11);
    var rows = Sample.clustered(random, new Sample.Clusters(64, 60, 0.6), 5_000);
    try (var tables = Tables.open(folder)) {
      var table = tables.table(TableName.CODE);
      fill(table, rows);
      int before = segments();
      var ending = new CompletableFuture<Optional<TableException>>();
      var compaction = Thread.ofPlatform().start(() -> ending.complete(failing(table::compact)));
      while (compaction.isAlive()) {
        table.giveUpCompacting();
      }
      assertThat(ending.join()).isPresent();
      assertThat(segments()).isBetween(2, before);
      assertThat(table.counts()).isEqualTo(new TableCounts(5_000, 5_000));
      table.compact();
      assertThat(segments()).isEqualTo(1);
      assertThat(table.counts()).isEqualTo(new TableCounts(5_000, 5_000));
    }
  }

  private static Optional<TableException> failing(Runnable work) {
    try {
      work.run();
      return Optional.empty();
    } catch (TableException e) {
      return Optional.of(e);
    }
  }

  private int segments() throws IOException {
    try (var files = FSDirectory.open(folder.resolve("code"));
        var reader = DirectoryReader.open(files)) {
      return reader.leaves().size();
    }
  }

  /// Mean share of the exact first ten among the found, over rows whose number `every` divides.
  private static double recall(Table table, List<float[]> rows, List<float[]> queries, int every) {
    var filter =
        every == 1
            ? Filter.NONE
            : new Filter(
                Optional.empty(), Optional.of("every%d/**".formatted(every)), Optional.empty());
    double sum = 0;
    for (var query : queries) {
      var exact =
          IntStream.range(0, rows.size())
              .filter(i -> i % every == 0)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -Vectors.dot(rows.get(i), query)))
              .limit(10)
              .map(WideVectorsTest::id)
              .toList();
      var found = new HashSet<String>();
      for (var hit : table.vector(query, filter, 10)) {
        var id = hit.chunk().id();
        double cosine = Vectors.dot(rows.get(Integer.parseInt(id)), query);
        assertThat((double) hit.score()).isCloseTo(cosine, within(1e-5));
        found.add(id);
      }
      int wanted = exact.size();
      sum += (double) exact.stream().filter(found::contains).count() / wanted;
    }
    return sum / queries.size();
  }

  private static void fill(Table table, List<float[]> vectors) {
    table.bind(space(vectors.getFirst().length));
    for (int from = 0; from < vectors.size(); from += 250) {
      var chunks = new ArrayList<Chunk>();
      var byId = new HashMap<String, float[]>();
      for (int i = from; i < Math.min(vectors.size(), from + 250); i++) {
        int every = i % 400 == 0 ? 400 : i % 3 == 0 ? 3 : 1;
        chunks.add(row(id(i), "every%d/%d.java".formatted(every, i), "text " + i));
        byId.put(id(i), vectors.get(i));
      }
      table.putTexts(chunks);
      table.putVectors(byId, PROVENANCE);
      table.commit();
    }
  }

  private static String id(int i) {
    return "%05d".formatted(i);
  }
}
