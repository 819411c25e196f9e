package dev.interlock.index.search;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import java.util.Optional;

/// A row in the fused list.
///
/// @param chunk the row
/// @param score sum of the weighted reciprocal ranks; only its order means anything
/// @param vector what the vectors said, empty if they didn't find it
/// @param lexical what the words said, empty if they didn't find it
/// @param provenance who made its vector, empty while it has none
public record Fused(
    Chunk chunk,
    double score,
    Optional<Part> vector,
    Optional<Part> lexical,
    Optional<Provenance> provenance) {}
