package dev.interlock.index.table;

/// How many rows there are.
///
/// @param texts rows, all searchable by words
/// @param stored rows with a vector: the only ones that count as stored (design §4)
public record TableCounts(int texts, int stored) {}
