package dev.interlock.server.search;

import java.util.List;
import java.util.Optional;

/// What a search found, as the API shows it.
///
/// @param query what was looked for
/// @param hits best first
/// @param spaces the spaces that answered by vector
/// @param partial whether a running job has yet to embed rows that this search could find
/// @param stored rows with a vector in the tables searched
/// @param expected rows that the running jobs will have made, with those already stored
/// @param mode what was run
public record SearchAnswer(
    String query,
    List<FoundChunk> hits,
    List<SpaceUsed> spaces,
    boolean partial,
    long stored,
    long expected,
    String mode) {
  public SearchAnswer {
    hits = List.copyOf(hits);
    spaces = List.copyOf(spaces);
  }

  /// One hit.
  ///
  /// @param score fused by rank; comparable within one answer only
  /// @param stale whether its file is gone or changed since it was indexed
  /// @param space the space whose vector found it, `null` if its words did
  public record FoundChunk(
      String project,
      String path,
      int startLine,
      int endLine,
      String language,
      String table,
      List<String> names,
      SnippetView snippet,
      double score,
      Parts parts,
      boolean stale,
      Optional<String> space) {}

  /// Lines of the chunk around what matched.
  public record SnippetView(int startLine, String text) {}

  /// Where each of the two searches ranked it.
  public record Parts(Optional<Part> vector, Optional<Part> lexical) {}

  /// What one of the two searches said.
  ///
  /// @param rank 1 is first
  /// @param score cosine, or BM25
  public record Part(int rank, double score) {}

  /// A space that answered by vector.
  ///
  /// @param space short name of the space
  /// @param route the route that embedded the query
  /// @param reference the route that built the table, whose vectors are the anchors
  /// @param coverage `full`, or `reduced` where a sole cloud provider had no peer
  public record SpaceUsed(
      String table, String space, String route, Optional<String> reference, String coverage) {}
}
