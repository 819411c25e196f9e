/// What a caller is told when something is refused. Owner thread: none, all values.
@NullMarked
package dev.interlock.core.error;

import org.jspecify.annotations.NullMarked;
