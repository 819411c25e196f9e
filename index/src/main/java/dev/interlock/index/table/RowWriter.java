package dev.interlock.index.table;

import dev.interlock.core.space.Space;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All writes of one table. Owner: the table's lane; no other thread calls it.
final class RowWriter {
  private final Store store;
  private final Pending pending = new Pending();
  private final TextRows rows = new TextRows();

  RowWriter(Store store) {
    this.store = store;
  }

  void bind(Space space) throws IOException {
    var present = store.space();
    if (present.isPresent() && present.get().equals(space)) {
      return;
    }
    if (present.isEmpty() || storedRows() == 0) {
      store.keep(space);
    } else {
      throw new IllegalStateException(
          "the table in %s has the space %s, not %s"
              .formatted(store.folder(), present.get(), space));
    }
  }

  private int storedRows() throws IOException {
    store.refresh();
    return store.read(view -> view.counts(Optional.empty())).stored();
  }

  void putTexts(List<Chunk> chunks) throws IOException {
    store.read(
        view -> {
          for (var chunk : chunks) {
            putText(view, chunk);
          }
          return chunks;
        });
    refreshIfLarge();
  }

  /// Of ids that no row has.
  void addTexts(List<Chunk> chunks) throws IOException {
    for (var chunk : chunks) {
      addText(chunk);
    }
    refreshIfLarge();
  }

  private void addText(Chunk chunk) throws IOException {
    store.writer().addDocument(rows.of(chunk));
    pending.put(chunk);
  }

  private void putText(View view, Chunk chunk) throws IOException {
    var old = text(view, chunk.id());
    if (old.isEmpty()) {
      addText(chunk);
    } else if (!old.get().equals(chunk)) {
      keepVector(view, old.get(), chunk);
      store.writer().updateDocument(Rows.textKey(chunk.id()), rows.of(chunk));
      pending.put(chunk);
    }
  }

  /// Lets a changed row keep its vector if its hash is the same, under its new path if that
  /// changed.
  private void keepVector(View view, Chunk old, Chunk chunk) throws IOException {
    if (!old.hash().equals(chunk.hash())) {
      store.writer().deleteDocuments(Rows.vectorKey(chunk.id()));
      pending.dropVector(chunk.id());
    } else if (!Rows.samePlace(old, chunk)) {
      var vector = vector(view, chunk.id());
      if (vector.isPresent()) {
        putVector(chunk, vector.get(), true);
      }
    }
  }

  void putVectors(Map<String, float[]> vectors, Provenance provenance) throws IOException {
    store.read(
        view -> {
          var rows = new LinkedHashMap<Chunk, float[]>();
          for (var entry : vectors.entrySet()) {
            rows.put(requireText(view, entry.getKey()), entry.getValue());
          }
          for (var row : rows.entrySet()) {
            var vector = new StoredVector(row.getValue().clone(), provenance);
            putVector(row.getKey(), vector, hasVector(view, row.getKey().id()));
          }
          return rows;
        });
    refreshIfLarge();
  }

  Set<String> reuse(List<Chunk> chunks) throws IOException {
    var given =
        store.read(
            view -> {
              var ids = new HashSet<String>();
              for (var chunk : chunks) {
                if (reuse(view, requireText(view, chunk.id()))) {
                  ids.add(chunk.id());
                }
              }
              return ids;
            });
    refreshIfLarge();
    return given;
  }

  private boolean reuse(View view, Chunk chunk) throws IOException {
    if (hasVector(view, chunk.id())) {
      return false;
    }
    var written = pending.vectorOfHash(chunk.hash());
    var donor = written.isPresent() ? written : view.vectorOfHash(chunk.hash());
    if (donor.isPresent()) {
      putVector(chunk, donor.get(), false);
    }
    return donor.isPresent();
  }

  void dropVectors(Collection<String> ids) throws IOException {
    for (var id : ids) {
      store.writer().deleteDocuments(Rows.vectorKey(id));
      pending.dropVector(id);
    }
  }

  /// Of all that was written, not only of what searches see.
  Set<String> madeUnder(String verdict, long stretch) throws IOException {
    refresh();
    return store.read(view -> view.madeUnder(verdict, stretch));
  }

  void delete(Collection<String> ids) throws IOException {
    for (var id : ids) {
      store.writer().deleteDocuments(Rows.textKey(id), Rows.vectorKey(id));
      pending.drop(id);
    }
  }

  int deletePaths(String project, String pathGlob) throws IOException {
    var filter =
        Queries.filter(new Filter(Optional.of(project), Optional.of(pathGlob), Optional.empty()))
            .orElseThrow();
    refresh();
    int count = store.read(view -> view.texts(filter));
    store.writer().deleteDocuments(filter);
    refresh();
    return count;
  }

  void commit() throws IOException {
    store.writer().commit();
    refresh();
  }

  void refresh() throws IOException {
    store.refresh();
    pending.clear();
  }

  private void refreshIfLarge() throws IOException {
    if (pending.large()) {
      refresh();
    }
  }

  private void putVector(Chunk chunk, StoredVector vector, boolean replace) throws IOException {
    var row = Rows.vector(chunk, vector);
    if (replace) {
      store.writer().updateDocument(Rows.vectorKey(chunk.id()), row);
    } else {
      store.writer().addDocument(row);
    }
    pending.put(chunk, vector);
  }

  private Chunk requireText(View view, String id) throws IOException {
    return text(view, id)
        .orElseThrow(() -> new IllegalArgumentException("row " + id + " has no text in the table"));
  }

  private Optional<Chunk> text(View view, String id) throws IOException {
    var written = pending.text(id);
    return written.isPresent() || pending.textGone(id) ? written : view.text(id);
  }

  private Optional<StoredVector> vector(View view, String id) throws IOException {
    var written = pending.vector(id);
    return written.isPresent() || pending.vectorGone(id) ? written : view.vector(id);
  }

  private boolean hasVector(View view, String id) throws IOException {
    return pending.vector(id).isPresent() || (!pending.vectorGone(id) && view.hasVector(id));
  }
}
