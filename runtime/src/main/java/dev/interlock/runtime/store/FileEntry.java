package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;

/// A file of the manifest, as it was when it was cut into chunks.
///
/// @param path relative to the root, `/` between parts
/// @param size bytes
/// @param stamp what tells cheaply that it may have changed, such as its time of change
/// @param hash of its content
/// @param recipe version of the chunker and of the texts made: another one cuts anew
/// @param table the table that holds its rows
public record FileEntry(
    String path, long size, String stamp, String hash, String recipe, TableName table) {}
