package dev.interlock.core.space;

/// How a chunk or a query becomes the text that is embedded. Part of a space: another recipe is
/// another space.
///
/// @param version the version of our own layout (context line, then the chunk)
/// @param documentPrefix put before a row's text, may be empty
/// @param queryPrefix put before a query, may be empty
/// @param maxTokens tokens of the longest text, prefixes left out
public record TextRecipe(int version, String documentPrefix, String queryPrefix, int maxTokens) {
  /// The layout of this release: one line of the names around the chunk, where there are any, then
  /// the chunk.
  public static final int VERSION = 1;

  /// The text of a row as the encoder sees it.
  public String document(String text) {
    return documentPrefix + text;
  }

  /// The text of a query as the encoder sees it.
  public String query(String text) {
    return queryPrefix + text;
  }
}
