package dev.interlock.runtime.store;

/// A chunk that a job gave up.
///
/// @param chunk its id
/// @param path its file, relative to the root
/// @param startLine first line, 1-based
/// @param endLine last line, inclusive
/// @param code the stable word, such as `upstream_zero_vector`
/// @param message one sentence for people
public record JobFailure(
    String chunk, String path, int startLine, int endLine, String code, String message) {}
