package dev.interlock.index.table;

import dev.interlock.core.table.Chunk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the writer has taken and no searcher shows yet. Owner: the table's lane.
final class Pending {
  private static final long MAX_BYTES = 16L << 20;
  private static final int ROW_BYTES = 500;

  private final Map<String, Chunk> texts = new HashMap<>();
  private final Map<String, StoredVector> vectors = new HashMap<>();
  private final Map<String, StoredVector> vectorsByHash = new HashMap<>();
  private final Set<String> goneTexts = new HashSet<>();
  private final Set<String> goneVectors = new HashSet<>();
  private long bytes;

  void put(Chunk chunk) {
    texts.put(chunk.id(), chunk);
    bytes += ROW_BYTES + 2L * chunk.text().length();
  }

  void put(Chunk chunk, StoredVector vector) {
    vectors.put(chunk.id(), vector);
    vectorsByHash.put(chunk.hash(), vector);
    bytes += ROW_BYTES + 4L * vector.vector().length;
  }

  void dropVector(String id) {
    vectors.remove(id);
    goneVectors.add(id);
  }

  void drop(String id) {
    texts.remove(id);
    goneTexts.add(id);
    dropVector(id);
  }

  Optional<Chunk> text(String id) {
    return Optional.ofNullable(texts.get(id));
  }

  Optional<StoredVector> vector(String id) {
    return Optional.ofNullable(vectors.get(id));
  }

  Optional<StoredVector> vectorOfHash(String hash) {
    return Optional.ofNullable(vectorsByHash.get(hash));
  }

  /// Whether the row that a searcher shows is gone, unless [#text] has another one.
  boolean textGone(String id) {
    return goneTexts.contains(id);
  }

  /// Whether the vector that a searcher shows is gone, unless [#vector] has another one.
  boolean vectorGone(String id) {
    return goneVectors.contains(id);
  }

  boolean large() {
    return bytes > MAX_BYTES;
  }

  void clear() {
    texts.clear();
    vectors.clear();
    vectorsByHash.clear();
    goneTexts.clear();
    goneVectors.clear();
    bytes = 0;
  }
}
