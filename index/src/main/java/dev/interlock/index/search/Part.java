package dev.interlock.index.search;

/// What one kind of search said of a row.
///
/// @param rank its place in that list, 1 for the first
/// @param score its score there: the cosine, or BM25
/// @param space label of the space whose vectors found it; empty for words
public record Part(int rank, float score, String space) {}
