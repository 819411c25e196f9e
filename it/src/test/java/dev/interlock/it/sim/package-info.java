/// The simulator: the real core and the real runtime on manual time, on one thread, with scripted
/// providers, callers who leave, and checkers after each step (design §9, decision 019). Owner
/// thread: the test's.
@NullMarked
package dev.interlock.it.sim;

import org.jspecify.annotations.NullMarked;
