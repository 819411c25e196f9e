package dev.interlock.index.table;

import dev.interlock.core.space.Space;
import dev.interlock.core.space.Vectors;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.apache.lucene.store.AlreadyClosedException;

/// A table in one Lucene index of its own: writes on its lane, reads on the caller's thread.
final class LuceneTable implements Table, AutoCloseable {
  /// How far from 1 the length of a vector may be.
  private static final double UNIT_TOLERANCE = 0.001;

  private final TableName name;
  private final Store store;
  private final Lane lane;
  private final Lane tidying;
  private final RowWriter writer;

  private LuceneTable(TableName name, Store store) {
    this.name = name;
    this.store = store;
    this.lane = new Lane("table-" + name.word());
    this.tidying = new Lane("tidy-" + name.word());
    this.writer = new RowWriter(store);
  }

  static LuceneTable open(TableName name, Path folder) {
    return new LuceneTable(name, Store.open(folder));
  }

  @Override
  public TableName name() {
    return name;
  }

  @Override
  public Optional<Space> space() {
    return store.space();
  }

  @Override
  public void bind(Space space) {
    write(() -> writer.bind(space));
  }

  @Override
  public void putTexts(List<Chunk> chunks) {
    write(() -> writer.putTexts(chunks));
  }

  @Override
  public void addTexts(List<Chunk> chunks) {
    write(() -> writer.addTexts(chunks));
  }

  @Override
  public void putVectors(Map<String, float[]> unitVectorsById, Provenance provenance) {
    int dimension =
        space()
            .orElseThrow(
                () -> new IllegalStateException("table " + name.word() + " has no space yet"))
            .dimension();
    unitVectorsById.forEach((id, v) -> requireUnit("the vector of row " + id, v, dimension));
    write(() -> writer.putVectors(unitVectorsById, provenance));
  }

  @Override
  public Set<String> reuse(List<Chunk> chunks) {
    return onLane(() -> writer.reuse(chunks));
  }

  @Override
  public void dropVectors(Collection<String> ids) {
    write(() -> writer.dropVectors(ids));
  }

  @Override
  public Set<String> madeUnder(String verdict, long stretch) {
    return onLane(() -> writer.madeUnder(verdict, stretch));
  }

  @Override
  public void delete(Collection<String> ids) {
    write(() -> writer.delete(ids));
  }

  @Override
  public int deletePaths(String project, String pathGlob) {
    return onLane(() -> writer.deletePaths(project, pathGlob));
  }

  @Override
  public void commit() {
    write(writer::commit);
  }

  @Override
  public void refresh() {
    write(writer::refresh);
  }

  @Override
  public void compact() {
    commit();
    if (read(View::scattered)) {
      guarded(() -> tidying.run(store::merge));
      commit();
    }
  }

  @Override
  public void giveUpCompacting() {
    store.giveUpMerge();
  }

  @Override
  public Set<String> storedIds(String project) {
    return read(view -> view.ids(Rows.KIND_VECTOR, project));
  }

  @Override
  public Set<String> textIds(String project) {
    return read(view -> view.ids(Rows.KIND_TEXT, project));
  }

  @Override
  public Optional<Chunk> chunk(String id) {
    return read(view -> view.text(id));
  }

  @Override
  public List<Chunk> chunks(Collection<String> ids) {
    return read(
        view -> {
          var found = new ArrayList<Chunk>();
          for (var id : ids) {
            view.text(id).ifPresent(found::add);
          }
          return found;
        });
  }

  @Override
  public TableCounts counts() {
    return read(view -> view.counts(Optional.empty()));
  }

  @Override
  public TableCounts counts(String project) {
    return read(view -> view.counts(Optional.of(project)));
  }

  @Override
  public List<Hit> vector(float[] unitQuery, Filter filter, int k) {
    requireCount(k);
    var query = Queries.filter(filter);
    var space = space();
    if (space.isEmpty()) {
      return List.of();
    }
    requireUnit("the query's vector", unitQuery, space.get().dimension());
    return read(view -> Nearest.search(view, unitQuery, query, k));
  }

  @Override
  public List<Hit> lexical(String query, Filter filter, int k) {
    requireCount(k);
    var required = Queries.filter(filter);
    return read(view -> Lexical.search(view, query, required, k));
  }

  @Override
  public void close() {
    if (lane.open()) {
      write(store::close);
      lane.close();
      tidying.close();
    }
  }

  private static void requireCount(int k) {
    if (k < 1 || k > MAX_HITS) {
      throw new IllegalArgumentException(
          "a search gives 1 to %d hits, not %d".formatted(MAX_HITS, k));
    }
  }

  private static void requireUnit(String what, float[] vector, int dimension) {
    if (vector.length != dimension) {
      throw new IllegalArgumentException(
          "%s has %d components, the table's space has %d"
              .formatted(what, vector.length, dimension));
    }
    double length = Vectors.length(vector);
    if (!(Math.abs(length - 1) <= UNIT_TOLERANCE)) {
      throw new IllegalArgumentException("%s has length %s, not 1".formatted(what, length));
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private void write(Write write) {
    onLane(
        () -> {
          write.run();
          return name;
        });
  }

  private <T> T onLane(Lane.Work<T> work) {
    return guarded(() -> lane.run(work));
  }

  private <T> T read(Store.Reading<T> reading) {
    return guarded(() -> store.read(reading));
  }

  private <T> T guarded(Lane.Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw TableException.of(store.folder(), e);
    } catch (AlreadyClosedException | RejectedExecutionException e) {
      throw TableException.closed(store.folder(), e);
    }
  }
}
