package dev.interlock.server.files;

import java.util.Optional;
import java.util.OptionalInt;

/// Which lines of which file.
///
/// @param project the root's name; may be absent where only one project has that path
/// @param path as a search shows it
/// @param startLine 1-based; absent for the first
/// @param endLine inclusive; absent for as many as one answer takes
public record ReadRequest(
    Optional<String> project, String path, OptionalInt startLine, OptionalInt endLine) {}
