package dev.interlock.bench;

import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Filter;
import dev.interlock.index.table.Table;
import dev.interlock.index.table.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// The product's table with default settings, filled as a job fills it.
final class ProductVectors implements AutoCloseable {
  /// More than the 64 of a job, so that filling takes minutes and not hours of a slow disk; what a
  /// job leaves behind is put together in the end all the same.
  private static final int BATCH = 1_000;

  private static final Provenance PROVENANCE =
      new Provenance("bench", "bench", "bench", "bench", 0);

  private final Tables tables;
  private final Table table;

  private ProductVectors(Path folder) {
    this.tables = Tables.open(folder);
    this.table = tables.table(TableName.CODE);
  }

  /// Stores the vectors below an empty folder.
  static ProductVectors of(List<float[]> vectors, Path folder) {
    var all = new ProductVectors(folder);
    all.table.bind(
        new Space(
            vectors.getFirst().length,
            new EncoderIdentity("bench", "bench", Optional.empty()),
            new TextRecipe(TextRecipe.VERSION, "", "", 510),
            Distance.COSINE));
    for (int from = 0; from < vectors.size(); from += BATCH) {
      all.put(vectors, from, Math.min(from + BATCH, vectors.size()));
    }
    all.table.compact();
    return all;
  }

  private void put(List<float[]> vectors, int from, int to) {
    var chunks = new ArrayList<Chunk>();
    var byId = new HashMap<String, float[]>();
    for (int i = from; i < to; i++) {
      var id = Integer.toString(i);
      var path = "src/main/java/some/where/File%d.java".formatted(i / 10);
      var text = "int value%d() {\n  return %d;\n}\n".formatted(i, i);
      chunks.add(new Chunk(id, "bench", path, "java", 1, 3, List.of("File", "value"), text, id));
      byId.put(id, vectors.get(i));
    }
    table.putTexts(chunks);
    table.putVectors(byId, PROVENANCE);
    table.commit();
  }

  /// The numbers of the `k` nearest.
  List<Integer> nearest(float[] query, int k) {
    return table.vector(query, Filter.NONE, k).stream()
        .map(hit -> Integer.valueOf(hit.chunk().id()))
        .toList();
  }

  @Override
  public void close() {
    tables.close();
  }
}
