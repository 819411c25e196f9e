package dev.interlock.runtime.store;

import dev.interlock.core.gate.Anchors;
import dev.interlock.core.space.Space;
import java.time.Instant;

/// A table's birth: what it is for ever.
///
/// @param space its vector space
/// @param anchors its probes with the builder's vectors
/// @param at when
public record Born(Space space, Anchors anchors, Instant at) {}
