package dev.interlock.index.search;

/// How a list of hits was found.
public enum Source {
  /// By vectors of one space.
  VECTOR,
  /// By words.
  LEXICAL
}
