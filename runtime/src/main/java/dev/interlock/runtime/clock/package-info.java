/// The system's clocks. Owner thread: none.
@NullMarked
package dev.interlock.runtime.clock;

import org.jspecify.annotations.NullMarked;
