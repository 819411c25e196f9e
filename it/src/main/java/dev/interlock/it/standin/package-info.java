/// Stand-ins as small programs: a cloud that speaks OpenRouter's formats and a local engine that
/// speaks llama.cpp's (wire-formats §2 and §7). They embed with the packaged encoders, never with
/// made-up vectors; what is scripted is speed, limits, money and faults, switched at run time.
///
/// Owner thread: an event loop writes; each call is worked out on a thread of the executor's.
@NullMarked
package dev.interlock.it.standin;

import org.jspecify.annotations.NullMarked;
