/// What callers are told of the gate: the matrix, and why nothing may serve. Owner thread: none.
@NullMarked
package dev.interlock.server.gate;

import org.jspecify.annotations.NullMarked;
