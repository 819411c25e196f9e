/// The gate at work: the prober that measures, the gatekeeper that keeps every route's standing.
/// Owner thread: the gatekeeper's lock; engines are called outside it, on virtual threads.
@NullMarked
package dev.interlock.runtime.gate;

import org.jspecify.annotations.NullMarked;
