package dev.interlock.runtime.store;

/// A file that a job left out.
///
/// @param path the file, relative to the root
/// @param reason the stable word, such as `binary`
/// @param size bytes
public record JobSkip(String path, String reason, long size) {}
