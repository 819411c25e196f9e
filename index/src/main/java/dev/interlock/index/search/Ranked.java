package dev.interlock.index.search;

import dev.interlock.index.table.Hit;
import java.util.List;

/// The hits of one search, best first.
///
/// @param source how they were found
/// @param space label of the space whose vectors found them; empty for words
/// @param hits best first
public record Ranked(Source source, String space, List<Hit> hits) {
  public Ranked {
    hits = List.copyOf(hits);
  }

  /// Hits of a vector search in that space.
  public static Ranked vector(String space, List<Hit> hits) {
    return new Ranked(Source.VECTOR, space, hits);
  }

  /// Hits of a word search.
  public static Ranked lexical(List<Hit> hits) {
    return new Ranked(Source.LEXICAL, "", hits);
  }
}
