package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Admission;
import dev.interlock.core.route.Placement;

/// An admitted route of a table and its part in the role's work.
///
/// @param placement where its engine stands
/// @param reserve whether it serves only while no local route can (policy `backup`)
public record Member(Admission admission, Placement placement, boolean reserve) {}
