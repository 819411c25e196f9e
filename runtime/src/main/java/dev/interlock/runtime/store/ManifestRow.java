package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;

/// A row that must be on disk before a job is whole.
///
/// @param chunk the chunk's id
/// @param path its file
/// @param table the table that holds it
/// @param hash of its text for the vector
public record ManifestRow(String chunk, String path, TableName table, String hash) {}
