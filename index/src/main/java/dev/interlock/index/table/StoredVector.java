package dev.interlock.index.table;

import dev.interlock.core.table.Provenance;

/// A row's vector with who made it.
///
/// @param vector of length 1; not to be changed
/// @param provenance who made it
record StoredVector(float[] vector, Provenance provenance) {}
