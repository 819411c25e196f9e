/// The gate against real encoders and their real faults. Owner thread: the test's own.
@NullMarked
package dev.interlock.encoder.gate;

import org.jspecify.annotations.NullMarked;
