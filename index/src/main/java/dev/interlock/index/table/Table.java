package dev.interlock.index.table;

import dev.interlock.core.space.Space;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The rows of one role: chunks searchable by words at once, by their vectors once those have come
/// (design §4 Index). Narrow on purpose, so that another store can stand behind it.
///
/// Writes see every write before them. Reads and searches see the rows of the last [#refresh] or
/// [#commit], all of one moment. A crash loses what came after the last [#commit], nothing else.
///
/// Thread: any, several at once; every method blocks. An interrupt of the caller never harms the
/// table: it is kept for the caller to see. Errors: [TableException] where the store itself fails.
public interface Table {
  /// The name.
  TableName name();

  /// The table's own copy of its space, empty until the first [#bind].
  Optional<Space> space();

  /// Gives the table its space, durably, or checks that it is this one. A table that holds no
  /// vector takes another one.
  ///
  /// @throws IllegalStateException if it holds vectors of another one; both are named
  void bind(Space space);

  /// Writes chunks by id and makes them findable by their words. A row keeps its vector while its
  /// hash stays the same; an unchanged row costs nothing.
  void putTexts(List<Chunk> chunks);

  /// As [#putTexts] for chunks of whose ids the table holds none, which saves looking for each. The
  /// caller must know: a row that is there would stand twice.
  void addTexts(List<Chunk> chunks);

  /// Gives rows their vectors; a row's earlier vector is replaced.
  ///
  /// @param unitVectorsById vectors of length 1, each as wide as the space
  /// @param provenance who made them
  /// @throws IllegalArgumentException if an id has no text, or a vector has another width, another
  ///   length or a component that is not finite; then none is written
  /// @throws IllegalStateException if the table has no space yet
  void putVectors(Map<String, float[]> unitVectorsById, Provenance provenance);

  /// Gives each of these rows that has no vector the vector of a row with the same hash, with its
  /// provenance. For renamed files call it before the old rows are deleted.
  ///
  /// @return ids of the rows that got one
  /// @throws IllegalArgumentException if a chunk is not in the table
  Set<String> reuse(List<Chunk> chunks);

  /// Takes the vectors of rows away; the rows stay, and are found by their words. Unknown ids are
  /// ignored.
  void dropVectors(Collection<String> ids);

  /// Ids of the rows whose vectors were made under a verdict, from a stretch of its route's work
  /// on.
  Set<String> madeUnder(String verdict, long stretch);

  /// Removes rows by id; unknown ids are ignored.
  void delete(Collection<String> ids);

  /// Removes the rows of a project whose path matches; see [PathGlob].
  ///
  /// @return how many rows went
  int deletePaths(String project, String pathGlob);

  /// Makes all writes durable and visible.
  void commit();

  /// Makes all writes visible, without the cost of making them durable.
  void refresh();

  /// Puts the pieces that a job has left behind together, where that makes searches faster, and
  /// commits. Takes long after much was written (1 ms of CPU for each row of the table), nothing
  /// otherwise; writes and searches go on meanwhile. [#giveUpCompacting] and the store's close end
  /// this call with a [TableException].
  void compact();

  /// Ends a [#compact] under way soon, with nothing put together; does nothing else. Never waits.
  void giveUpCompacting();

  /// Ids of a project's rows that have a vector.
  Set<String> storedIds(String project);

  /// Ids of a project's rows.
  Set<String> textIds(String project);

  /// The row of that id.
  Optional<Chunk> chunk(String id);

  /// The rows of these ids, in this order; unknown ids are left out.
  List<Chunk> chunks(Collection<String> ids);

  /// Rows of the whole table.
  TableCounts counts();

  /// Rows of one project.
  TableCounts counts(String project);

  /// The rows nearest to a vector, by exact cosine, best first, ties by id.
  ///
  /// @param unitQuery a vector of length 1, as wide as the space
  /// @param filter applied before the search, so that a narrow one still fills the list
  /// @param k hits at the most, 1 to [#MAX_HITS]
  /// @throws IllegalArgumentException if the vector, the filter or k is unsound
  List<Hit> vector(float[] unitQuery, Filter filter, int k);

  /// The rows that share words with the query, by BM25, best first, ties by id.
  ///
  /// @param query plain words or identifiers; there is no syntax that could be wrong
  /// @param filter applied before the search
  /// @param k hits at the most, 1 to [#MAX_HITS]
  /// @throws IllegalArgumentException if the filter or k is unsound
  List<Hit> lexical(String query, Filter filter, int k);

  /// The most hits that one search may ask for.
  int MAX_HITS = 1_000;
}
