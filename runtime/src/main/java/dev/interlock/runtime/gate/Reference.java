package dev.interlock.runtime.gate;

import dev.interlock.runtime.store.Coverage;
import java.util.Optional;

/// What the routes of a table are compared with, and how much that is worth (A4, A5).
///
/// @param route who built the table: its vectors of the probes are the anchors, by which it is
///   judged itself ever since; empty before the table's birth
/// @param coverage reduced where a sole cloud provider serves the role, which nobody could be
///   compared with when the table was born
public record Reference(Optional<String> route, Coverage coverage) {}
