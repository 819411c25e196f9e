package dev.interlock.core.ledger;

import java.time.Instant;
import java.util.OptionalLong;

/// When it was.
///
/// @param startedAt when the attempt began
/// @param firstNanos from there to the first content, where there was any
/// @param totalNanos from there to the end
public record Span(Instant startedAt, OptionalLong firstNanos, long totalNanos) {}
