package dev.interlock.index.table;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import java.util.Optional;

/// One found row.
///
/// @param chunk the row
/// @param score of a vector search the cosine, in `[-1, 1]` up to rounding; of a lexical search
///   BM25, above 0 and only comparable within one table
/// @param provenance who made its vector, empty while it has none
public record Hit(Chunk chunk, float score, Optional<Provenance> provenance) {}
