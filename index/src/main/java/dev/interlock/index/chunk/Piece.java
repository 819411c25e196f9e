package dev.interlock.index.chunk;

/// Lines that become one chunk, if they fit.
///
/// @param from first line, 0-based
/// @param to line behind the last
/// @param scope what is around
/// @param own name of the one definition these lines hold, empty if they hold none or several
record Piece(int from, int to, Scope scope, String own) {}
