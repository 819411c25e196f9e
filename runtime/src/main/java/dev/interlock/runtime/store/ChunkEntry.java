package dev.interlock.runtime.store;

/// A chunk of the manifest.
///
/// @param id its id, unique in its project
/// @param hash of its text for the vector
public record ChunkEntry(String id, String hash) {}
