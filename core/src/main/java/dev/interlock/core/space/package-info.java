/// Vector spaces: what a table is born with, and the arithmetic on vectors. Owner thread: none,
/// pure.
@NullMarked
package dev.interlock.core.space;

import org.jspecify.annotations.NullMarked;
