/// One role's work shared out among its providers: who pulls which texts when (A2, A13). Owner
/// thread: whoever owns the queue; a step is confined, never shared.
@NullMarked
package dev.interlock.core.fanout;

import org.jspecify.annotations.NullMarked;
