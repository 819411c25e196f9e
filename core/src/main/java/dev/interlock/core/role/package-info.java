/// The five inference roles and the four policies. Owner thread: none, all values.
@NullMarked
package dev.interlock.core.role;

import org.jspecify.annotations.NullMarked;
