/// Puts the parts together: the only place that knows all of them. Owner thread: the starting one.
@NullMarked
package dev.interlock.app.wiring;

import org.jspecify.annotations.NullMarked;
