/// Clocks as arguments: monotonic ticks and wall-clock instants, which never mix. Owner thread:
/// none, all values.
@NullMarked
package dev.interlock.core.time;

import org.jspecify.annotations.NullMarked;
