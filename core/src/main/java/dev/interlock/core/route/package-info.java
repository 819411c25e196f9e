/// Routes: which engine, where it stands, what it may carry. Owner thread: none, all values.
@NullMarked
package dev.interlock.core.route;

import org.jspecify.annotations.NullMarked;
